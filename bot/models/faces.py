"""Drawn faces of cards and colors: the bot's emojis by name. Without an emoji, messages use words.

Screen readers read the names aloud, so they read as words: ``red_14``, ``rook_counter``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.core.cards import FACES, Card, Color

COUNTER: Final = "counter"
SECOND: Final = "second"
"""Marks a card of the second deck."""
BLUE: Final = "blue"
"""The color that the oldest decks have instead of yellow."""
BIRD: Final = "rook"


class Mark(StrEnum):
    """Emojis that show neither a card nor a color."""

    BACK = "card_back"
    EMPTY = "no_card"
    TRUMP = "trump"
    TURN = "turn"


def color_face(color: Color, *, blue: bool = False) -> str:
    """The name of a color's face, such as ``green``; with ``blue``, yellow is named blue."""
    return BLUE if blue and color is Color.YELLOW else color.word


def card_face(card: Card, *, counts: bool = False, blue: bool = False) -> str:
    """The name of a card's face, such as ``red_14_counter``. Cards of a third deck look like the second's."""
    printed = BIRD if card.color is None else f"{color_face(card.color, blue=blue)}_{card.rank}"
    return "_".join((printed, *(SECOND,) * (card >= FACES), *(COUNTER,) * counts))


class Faces:
    """The available emojis by the names of their faces. Immutable and hashable by identity."""

    def __init__(self, mentions: Mapping[str, str]) -> None:
        """``mentions`` are the emojis as written in messages (``<:red_14_6f0c:1234>``), by name."""
        self._mentions = MappingProxyType(dict(mentions))

    def __len__(self) -> int:
        return len(self._mentions)

    def card(self, card: Card, *, counts: bool = False, blue: bool = False) -> str | None:
        """A card's emoji, marked if it ``counts``; with ``blue``, yellow is blue. None if not available."""
        if not self._mentions:
            return None
        return self._mentions.get(card_face(card, counts=counts, blue=blue))

    def color(self, color: Color, *, blue: bool = False) -> str | None:
        """A color's emoji; with ``blue``, yellow is blue. None if it is not available."""
        return self._mentions.get(color_face(color, blue=blue))

    def mark(self, mark: Mark) -> str | None:
        """The emoji of a mark; None if it is not available."""
        return self._mentions.get(mark)


NO_FACES: Final = Faces({})
"""No emojis: messages use words."""
