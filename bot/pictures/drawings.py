"""The drawings of card faces and marks, as plain values for any renderer and size.

A card is a field in its color with a number and the color's shape, so number, shape and lightness identify
it without the hue. A counter has a dark or light foot.

An outline is written as in SVG's path data (https://www.w3.org/TR/SVG2/paths.html), with absolute ``M``,
``L``, ``C`` and ``Z`` alone, every number between spaces. Shapes lie in a box of 100 by 100, y downwards.
Digits are lines, 100 high. All are drawn for this bot.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.core.cards import Color

HEART: Final = (
    "M 50 94 C 22 72 3 54 3 31 C 3 15 14 5 28 5 C 38 5 46 11 50 20 C 54 11 62 5 72 5 "
    "C 86 5 97 15 97 31 C 97 54 78 72 50 94 Z"
)
STAR: Final = "M 50 1 L 64 34 L 99 37 L 72 60 L 81 95 L 50 76 L 19 95 L 28 60 L 1 37 L 36 34 Z"
CLOVER: Final = (
    "M 50 44 C 36 34 28 24 30 13 C 32 2 45 1 50 11 C 55 1 68 2 70 13 C 72 24 64 34 50 44 Z "
    "M 56 50 C 66 36 76 28 87 30 C 98 32 99 45 89 50 C 99 55 98 68 87 70 C 76 72 66 64 56 50 Z "
    "M 44 50 C 34 36 24 28 13 30 C 2 32 1 45 11 50 C 1 55 2 68 13 70 C 24 72 34 64 44 50 Z "
    "M 50 56 C 36 66 28 76 30 87 C 32 98 45 99 50 89 C 55 99 68 98 70 87 C 72 76 64 66 50 56 Z"
)
MOON: Final = "M 78 8 C 42 -6 10 18 10 50 C 10 82 42 106 78 92 C 62 84 52 68 52 50 C 52 32 62 16 78 8 Z"
DROP: Final = "M 50 1 C 60 24 85 42 85 66 C 85 86 69 99 50 99 C 31 99 15 86 15 66 C 15 42 40 24 50 1 Z"
"""The shape of blue, which the oldest decks have instead of yellow."""
DISC: Final = "M 50 0 C 77 0 100 23 100 50 C 100 77 77 100 50 100 C 23 100 0 77 0 50 C 0 23 23 0 50 0 Z"
TILE: Final = (
    "M 17 0 L 83 0 C 93 0 100 7 100 17 L 100 83 C 100 93 93 100 83 100 "
    "L 17 100 C 7 100 0 93 0 83 L 0 17 C 0 7 7 0 17 0 Z"
)
"""A card: square, because an emoji is."""
FOOT: Final = "M 0 67 L 100 67 L 100 83 C 100 93 93 100 83 100 L 17 100 C 7 100 0 93 0 83 Z"
"""The lower third of a card."""
CROWN: Final = "M 8 88 L 2 26 L 29 52 L 50 8 L 71 52 L 98 26 L 92 88 Z"
ARROW: Final = "M 6 34 L 46 34 L 46 8 L 96 50 L 46 92 L 46 66 L 6 66 Z"
DIAMONDS: Final = (
    "M 50 4 L 68 26 L 50 48 L 32 26 Z M 50 52 L 68 74 L 50 96 L 32 74 Z "
    "M 27 28 L 45 50 L 27 72 L 9 50 Z M 73 28 L 91 50 L 73 72 L 55 50 Z"
)

SHAPES: Final = {Color.RED: HEART, Color.YELLOW: STAR, Color.GREEN: CLOVER, Color.BLACK: MOON}

BIRD: Final = (
    "M 33 9 C 45 4 57 11 60 24 C 74 32 85 48 93 70 L 99 92 L 84 82 C 76 88 66 90 56 88 "
    "C 34 85 22 67 24 43 C 18 30 21 15 33 9 Z"
)
BILL: Final = "M 25 17 L 0 31 C 8 34 17 35 25 33 Z"
WING: Final = "M 45 47 C 60 50 77 63 87 81"
LEGS: Final = "M 47 86 L 45 100 M 62 88 L 62 100"

DIGITS: Final = (
    "M 30 0 C 50 0 60 16 60 50 C 60 84 50 100 30 100 C 10 100 0 84 0 50 C 0 16 10 0 30 0 Z",
    "M 0 21 L 26 0 L 26 100",
    "M 2 26 C 5 8 16 0 31 0 C 48 0 58 12 58 28 C 58 50 28 68 3 100 L 60 100",
    "M 3 14 C 11 3 20 0 30 0 C 46 0 56 10 56 24 C 56 39 45 47 26 47 C 47 47 59 57 59 73 "
    "C 59 90 46 100 29 100 C 16 100 6 95 0 84",
    "M 45 100 L 45 0 L 0 71 L 62 71",
    "M 54 0 L 10 0 L 6 45 C 14 38 22 36 31 36 C 48 36 59 49 59 67 C 59 87 46 100 28 100 C 15 100 6 95 0 84",
    "M 53 9 C 47 3 41 0 33 0 C 12 0 1 21 1 56 C 1 85 12 100 31 100 C 49 100 60 87 60 69 "
    "C 60 51 49 40 33 40 C 16 40 4 51 2 66",
    "M 0 0 L 58 0 C 40 30 28 62 24 100",
    "M 30 47 C 14 47 5 38 5 24 C 5 9 15 0 30 0 C 45 0 55 9 55 24 C 55 38 46 47 30 47 "
    "C 12 47 1 57 1 73 C 1 90 12 100 30 100 C 48 100 59 90 59 73 C 59 57 48 47 30 47 Z",
    "M 8 91 C 14 97 20 100 28 100 C 49 100 60 79 60 44 C 60 15 49 0 30 0 C 12 0 1 13 1 31 "
    "C 1 49 12 60 28 60 C 45 60 57 49 59 34",
)
WIDTHS: Final = (60, 26, 60, 59, 62, 59, 60, 58, 60, 60)
"""Widths of the digits."""


SIZE: Final = 128
"""Width and height of a drawing: Discord's size of an emoji."""
_LIGHT: Final = "#fffdf5"
_DARK: Final = "#14161a"
_GOLD: Final = "#ffd23f"
_GRAY: Final = "#80848e"
"""Visible on dark and light backgrounds."""
_EDGE: Final = 3
_RIM: Final = 4
_NUMBER_TOP: Final = 14
_NUMBER_HIGH: Final = 67
_PEN: Final = 20
"""Line width of digits that are 100 high."""
_GAP: Final = 26
"""Distance between the lines of two digits that are 100 high."""
_SHAPE: Final = 34
_SHAPE_TOP: Final = 86


class Part(NamedTuple):
    """One outline of a drawing: filled, or a line if ``line`` is not 0."""

    outline: str
    color: str
    left: float
    top: float
    scale: float
    line: float = 0
    """Width of the line, in units of the drawing; 0 fills the outline."""


Drawing = tuple[Part, ...]
"""The parts of a picture from back to front; ``SIZE`` wide and high."""


class Paint(NamedTuple):
    """The look of a color: its field, its ink, and its shape."""

    field: str
    ink: str
    shape: str


PAINTS: Final = {
    Color.RED: Paint("#b5122b", _LIGHT, SHAPES[Color.RED]),
    Color.YELLOW: Paint("#ffd23f", _DARK, SHAPES[Color.YELLOW]),
    Color.GREEN: Paint("#3fa85c", _DARK, SHAPES[Color.GREEN]),
    Color.BLACK: Paint("#1d2026", _LIGHT, SHAPES[Color.BLACK]),
}
BLUE_PAINT: Final = Paint("#9fd0ff", _DARK, DROP)
BIRD_PAINT: Final = Paint("#f3ead6", _DARK, BIRD)
_BACK: Final = Paint("#3c2f7d", "#cfc4ff", DIAMONDS)


def card(paint: Paint, number: int, *, counts: bool = False, second: bool = False) -> Drawing:
    """A card with a number; ``counts`` for a counter, ``second`` for a card of the second deck."""
    ink = paint.field if counts else paint.ink
    return (
        *_tile(paint, has_foot=counts),
        *_number(number, paint.ink),
        Part(paint.shape, ink, (SIZE - _SHAPE) / 2, _SHAPE_TOP, _SHAPE / 100),
        *_dots(ink if second else None),
    )


def bird(*, counts: bool = False, second: bool = False) -> Drawing:
    """The Rook; ``counts`` gives it a foot, as a counter, ``second`` the dots of the second deck."""
    paint = BIRD_PAINT
    left, top, scale = (28, 13, 0.74) if counts else (20, 17, 0.9)
    return (
        *_tile(paint, has_foot=counts),
        *_bird(paint, left, top, scale),
        *_dots((paint.field if counts else paint.ink) if second else None),
    )


def color(paint: Paint) -> Drawing:
    """A color: its shape on its field."""
    return (*_tile(paint), Part(paint.shape, paint.ink, 24, 24, 0.8))


def back() -> Drawing:
    """A face-down card."""
    return (*_tile(_BACK), Part(_BACK.shape, _BACK.ink, 24, 24, 0.8))


def empty() -> Drawing:
    """A place without a card."""
    return (Part(TILE, _GRAY, 10, 10, 1.08, line=8),)


def trump() -> Drawing:
    """The mark of trump: a crown."""
    return (_inset(DISC, _GOLD, _EDGE), _inset(DISC, _DARK, _EDGE + _RIM), Part(CROWN, _GOLD, 28, 26, 0.72))


def turn() -> Drawing:
    """The mark of the player in turn: an arrow."""
    return (_inset(DISC, PAINTS[Color.GREEN].field, _EDGE), Part(ARROW, _DARK, 29, 28, 0.72))


def _tile(paint: Paint, *, has_foot: bool = False) -> Iterator[Part]:
    """A field with an inner rim of its ink and an outer one of its color: an edge on every background."""
    yield _inset(TILE, paint.field, _EDGE)
    yield _inset(TILE, paint.ink, _EDGE + _RIM)
    yield _inset(TILE, paint.field, _EDGE + 2 * _RIM)
    if has_foot:
        yield _inset(FOOT, paint.ink, _EDGE + _RIM)


def _inset(outline: str, color: str, edge: float) -> Part:
    """An outline that fills the drawing but for an edge."""
    return Part(outline, color, edge, edge, (SIZE - 2 * edge) / 100)


def _number(number: int, ink: str) -> Iterator[Part]:
    scale = _NUMBER_HIGH / (100 + _PEN)
    digits = [int(digit) for digit in str(number)]
    wide = sum(WIDTHS[digit] for digit in digits) + (_GAP + _PEN) * (len(digits) - 1)
    left = SIZE / 2 - wide * scale / 2
    for digit in digits:
        yield Part(DIGITS[digit], ink, left, _NUMBER_TOP + _PEN * scale / 2, scale, line=_PEN * scale)
        left += (WIDTHS[digit] + _GAP + _PEN) * scale


def _dots(ink: str | None) -> Iterator[Part]:
    """Two dots left and right of the shape, for a card of the second deck; none without ``ink``."""
    if ink is not None:
        for left in (19, 95):
            yield Part(DISC, ink, left, _SHAPE_TOP + 10, 0.14)


def _bird(paint: Paint, left: float, top: float, scale: float) -> Iterator[Part]:
    yield Part(LEGS, paint.ink, left, top, scale, line=5 * scale)
    yield Part(BILL, "#8a6d3b", left, top, scale)
    yield Part(BIRD, paint.ink, left, top, scale)
    yield Part(WING, paint.field, left, top, scale, line=4 * scale)
    yield Part(DISC, paint.field, left + 35 * scale, top + 17 * scale, 0.07 * scale)
