"""The drawings of card faces and marks, as plain values for any renderer and size.

A card is a field in its color with a number and the color's shape, so number, shape and lightness identify
it without the hue. A counter has a dark or light foot.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.pictures import outlines
from bot.pictures.outlines import DIGITS, SHAPES, WIDTHS
from rules.core.cards import Color

SIZE: Final = 128
"""Width and height of a drawing: Discord's size of an emoji."""


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


_LIGHT: Final = "#fffdf5"
_DARK: Final = "#14161a"
PAINTS: Final = {
    Color.RED: Paint("#b5122b", _LIGHT, SHAPES[Color.RED]),
    Color.YELLOW: Paint("#ffd23f", _DARK, SHAPES[Color.YELLOW]),
    Color.GREEN: Paint("#3fa85c", _DARK, SHAPES[Color.GREEN]),
    Color.BLACK: Paint("#1d2026", _LIGHT, SHAPES[Color.BLACK]),
}
BLUE_PAINT: Final = Paint("#9fd0ff", _DARK, outlines.DROP)
BIRD_PAINT: Final = Paint("#f3ead6", _DARK, outlines.BIRD)
_BACK: Final = Paint("#3c2f7d", "#cfc4ff", outlines.DIAMONDS)
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
    return (Part(outlines.TILE, _GRAY, 10, 10, 1.08, line=8),)


def trump() -> Drawing:
    """The mark of trump: a crown."""
    return (
        _inset(outlines.DISC, _GOLD, _EDGE),
        _inset(outlines.DISC, _DARK, _EDGE + _RIM),
        Part(outlines.CROWN, _GOLD, 28, 26, 0.72),
    )


def turn() -> Drawing:
    """The mark of the player in turn: an arrow."""
    return (
        _inset(outlines.DISC, PAINTS[Color.GREEN].field, _EDGE),
        Part(outlines.ARROW, _DARK, 29, 28, 0.72),
    )


def _tile(paint: Paint, *, has_foot: bool = False) -> Iterator[Part]:
    """A field with an inner rim of its ink and an outer one of its color: an edge on every background."""
    yield _inset(outlines.TILE, paint.field, _EDGE)
    yield _inset(outlines.TILE, paint.ink, _EDGE + _RIM)
    yield _inset(outlines.TILE, paint.field, _EDGE + 2 * _RIM)
    if has_foot:
        yield _inset(outlines.FOOT, paint.ink, _EDGE + _RIM)


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
            yield Part(outlines.DISC, ink, left, _SHAPE_TOP + 10, 0.14)


def _bird(paint: Paint, left: float, top: float, scale: float) -> Iterator[Part]:
    yield Part(outlines.LEGS, paint.ink, left, top, scale, line=5 * scale)
    yield Part(outlines.BILL, "#8a6d3b", left, top, scale)
    yield Part(outlines.BIRD, paint.ink, left, top, scale)
    yield Part(outlines.WING, paint.field, left, top, scale, line=4 * scale)
    yield Part(outlines.DISC, paint.field, left + 35 * scale, top + 17 * scale, 0.07 * scale)
