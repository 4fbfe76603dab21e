"""The sheet of all faces: what each is called, how it is drawn, and the name of its emoji.

The name of an emoji ends in a digest of its drawing, so a list of names tells which of them are as they
are drawn now, and nothing has to be remembered of what was sent.
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
"""The numbers that count in one game or another; the Rook does in most."""
_RENDERING: Final = 1
"""Changes when the same drawings come out differently, so that all are sent again."""
_DIGITS: Final = 4
"""Hexadecimal digits of a digest in the name of an emoji, of which Discord allows 32 characters."""


def _drawn(card: Card, *, counts: bool, blue: bool = False) -> Drawing:
    second = card >= FACES
    if card.color is None:
        return drawings.bird(counts=counts, second=second)
    paint = BLUE_PAINT if blue and card.color is Color.YELLOW else PAINTS[card.color]
    return drawings.card(paint, card.rank, counts=counts, second=second)


def _cards(first: int, *, blue: bool = False) -> Iterator[tuple[str, Drawing]]:
    """A deck from its first card on; where yellow is blue, only the blue cards, which are none of another."""
    for card in CARDS[first : first + FACES]:
        if blue and card.color is not Color.YELLOW:
            continue
        for counts in (False, True) if card.is_bird or card.rank in COUNTING else (False,):
            yield card_face(card, counts=counts, blue=blue), _drawn(card, counts=counts, blue=blue)


def _all() -> Iterator[tuple[str, Drawing]]:
    """What is needed most comes first."""
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
"""The faces of a usual deck: only where all of them are there, a hand is shown in faces."""


def emoji_name(face: str) -> str:
    """What the emoji of a face is called, as it is drawn now: ``red_14_6f0c``."""
    digest = sha256(repr((_RENDERING, SHEET[face])).encode()).hexdigest()
    return f"{face}_{digest[:_DIGITS]}"


EMOJI_NAMES: Final[Mapping[str, str]] = MappingProxyType({face: emoji_name(face) for face in SHEET})
"""What the emojis of all faces are called, by the faces' names."""
