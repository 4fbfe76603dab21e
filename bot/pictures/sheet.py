"""The sheet of all faces: their names, drawings, and emoji names.

The name of an emoji ends in a digest of its drawing, so a list of names tells which emojis are current: no
record of what was sent is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final

from bot.models.faces import Mark, card_face, color_face
from bot.pictures import drawings
from bot.pictures.drawings import BLUE_PAINT, PAINTS, Drawing
from rules.core.cards import CARDS, FACES, Card, Color

COUNTING: Final = frozenset({1, 2, 5, 7, 10, 13, 14})
"""The numbers that are counters in some game; the Rook is one in most."""
_RENDERING: Final = 1
"""Raise it when the same drawings render differently, so that all emojis are sent again."""
_DIGITS: Final = 4
"""Hexadecimal digits of the digest in an emoji name, which Discord limits to 32 characters."""


def _drawn(card: Card, *, counts: bool, blue: bool = False) -> Drawing:
    second = card >= FACES
    if card.color is None:
        return drawings.bird(counts=counts, second=second)
    paint = BLUE_PAINT if blue and card.color is Color.YELLOW else PAINTS[card.color]
    return drawings.card(paint, card.rank, counts=counts, second=second)


def _cards(first: int, *, blue: bool = False) -> Iterator[tuple[str, Drawing]]:
    """The faces of a deck from its first card on; with ``blue`` only the blue cards."""
    for card in CARDS[first : first + FACES]:
        if blue and card.color is not Color.YELLOW:
            continue
        for counts in (False, True) if card.is_bird or card.rank in COUNTING else (False,):
            yield card_face(card, counts=counts, blue=blue), _drawn(card, counts=counts, blue=blue)


def _all() -> Iterator[tuple[str, Drawing]]:
    """All faces, the most used first."""
    yield from _cards(0)
    yield from ((color_face(color), drawings.color(paint)) for color, paint in PAINTS.items())
    yield Mark.BACK, drawings.back()
    yield Mark.EMPTY, drawings.empty()
    yield Mark.TRUMP, drawings.trump()
    yield Mark.TURN, drawings.turn()
    yield from _cards(0, blue=True)
    yield color_face(Color.YELLOW, blue=True), drawings.color(BLUE_PAINT)
    yield from _cards(FACES)


SHEET: Final[Mapping[str, Drawing]] = MappingProxyType(dict(_all()))
"""Every face by its name."""
USUAL: Final = frozenset(name for name, _ in _cards(0)) | {color.word for color in Color}
"""The faces of a usual deck. Hands are shown in faces only if all of them are uploaded."""


def emoji_name(face: str) -> str:
    """The emoji name of a face in its current drawing: ``red_14_6f0c``."""
    digest = sha256(repr((_RENDERING, SHEET[face])).encode()).hexdigest()
    return f"{face}_{digest[:_DIGITS]}"


EMOJI_NAMES: Final[Mapping[str, str]] = MappingProxyType({face: emoji_name(face) for face in SHEET})
"""The emoji names of all faces, by name of the face."""
