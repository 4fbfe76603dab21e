"""The form of a reading of a rule book, and when it is shown.

Numbers are those of the register of questions that the books leave open or disagree on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rules.bidding.variant import Variant

DECK_FIELDS: Final = (
    "numbers",
    "numbers_with",
    "packs",
    "rook",
    "red_one",
    "second_bird",
    "hand",
    "nest",
    "nest_with",
)
"""Fields of the Variant that make the deck and the hands."""
REGULAR: Final = ("regular_old", "regular_1924", "regular_1988")
DIXIE: Final = ("dixie_1912", "dixie_1924", "dixie_1988")
EDITION: Final = "We follow this edition."


def is_sale(variant: Variant) -> bool:
    """Whether the dealer sells the right to name trump."""
    return variant.auction == "sale"


def _always(_: Variant) -> bool:
    return True


class Ruling(NamedTuple):
    """A reading, the section it belongs to, and the games that show it."""

    register: str
    heading: str
    text: str
    applies: Callable[[Variant], bool] = _always
    games: tuple[str, ...] = ()
    """Keys of games; empty for every game."""
    kept: tuple[str, ...] = ()
    """Fields of the Variant: the reading is left out if house rules change one."""

    def is_in_force(self, variant: Variant, book: Variant) -> bool:
        """Whether the game is listed (or none is), ``applies``, and has each ``kept`` field of ``book``."""
        if self.games and variant.key not in self.games:
            return False
        return self.applies(variant) and all(
            getattr(variant, name) == getattr(book, name) for name in self.kept
        )
