"""The options of solitaires."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from rules.core.protocol import Choice
from rules.games.options import Offer, Rules, numbers, switch

NUMBERS: Final = range(1, 1_000_001)
"""The deal numbers."""
UNLIMITED: Final = 1000
"""The value for any number of moves: more than a deal has."""


class SolitaireRules(Rules):
    """The options of every solitaire: the deal number, and whether only the player sees the cards."""

    deal_number: Annotated[
        int | None,
        Field(ge=NUMBERS[0], le=NUMBERS[-1]),
        Offer(
            "Deck",
            "Deal number",
            "The same number deals the same cards. Anyone who knows it can work them out.",
            (Choice(None, "A fresh shuffle"), *numbers(*range(1, 11))),
        ),
    ] = None
    private: Annotated[
        bool,
        Offer(
            "Table",
            "Private",
            "Only you see the cards. Others see how far along you are.",
            switch("Everyone sees the cards", "Only you see the cards"),
        ),
    ] = False

    @property
    def hides_cards(self) -> bool:
        """Whether only the player sees the cards."""
        return self.private


class UndoRules(SolitaireRules):
    """The options of a solitaire in which moves can be taken back: how many in a deal."""

    undo: Annotated[
        int,
        Field(ge=0, le=UNLIMITED),
        Offer(
            "Table",
            "Taking back",
            "How many moves you can take back in a deal.",
            (Choice(0, "No moves"), *numbers(3, 10), Choice(UNLIMITED, "Any number of moves")),
        ),
    ] = UNLIMITED
