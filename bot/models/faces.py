"""Which drawn faces stand for cards and colors in messages: the emojis Discord knows of the bot.

Where there is none for something, it is said in words. A face has a name that reads as words, because
screen readers read it: ``red_14``, ``rook_counter``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.core.cards import FACES, Card, Color

COUNTER: Final = "counter"
SECOND: Final = "second"
"""Of the second deck."""
BLUE: Final = "blue"
"""The color that the oldest packs have instead of yellow."""
BIRD: Final = "rook"


class Mark(StrEnum):
    """Faces that are no card and no color."""

    BACK = "card_back"
    EMPTY = "no_card"
    TRUMP = "trump"
    TURN = "turn"


def color_face(color: Color, *, blue: bool = False) -> str:
    """The name of a color's face; ``blue`` where yellow is called so: ``green``."""
    return BLUE if blue and color is Color.YELLOW else color.word


def card_face(card: Card, *, counts: bool = False, blue: bool = False) -> str:
    """The name of a card's face: ``red_14_counter``. A third deck looks like the second."""
    printed = BIRD if card.color is None else f"{color_face(card.color, blue=blue)}_{card.rank}"
    return "_".join((printed, *(SECOND,) * (card >= FACES), *(COUNTER,) * counts))


class Faces:
    """The emojis that are there, by the names of their faces; never changed, so it can be a key."""

    def __init__(self, mentions: Mapping[str, str]) -> None:
        """``mentions`` are the emojis as they stand in messages: ``<:red_14_6f0c:1234>``."""
        self._mentions = MappingProxyType(dict(mentions))

    def __len__(self) -> int:
        return len(self._mentions)

    def card(self, card: Card, *, counts: bool = False, blue: bool = False) -> str | None:
        """A card's emoji; None where there is none."""
        if not self._mentions:
            return None
        return self._mentions.get(card_face(card, counts=counts, blue=blue))

    def color(self, color: Color, *, blue: bool = False) -> str | None:
        """A color's emoji; None where there is none."""
        return self._mentions.get(color_face(color, blue=blue))

    def mark(self, mark: Mark) -> str | None:
        """The emoji of something else; None where there is none."""
        return self._mentions.get(mark)


NO_FACES: Final = Faces({})
"""Everything is said in words."""
