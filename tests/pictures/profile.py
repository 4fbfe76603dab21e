"""Draw the stored avatar and banner again, after a change: ``python -m tests.pictures.profile``.

Both are drawn from the outlines of the cards; the bot sends the stored files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sin
from typing import Final, NamedTuple

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.transforms import IdentityTransform

from bot.discord_account import AVATAR_FILE, BANNER_FILE
from bot.pictures.canvas import png
from bot.pictures.drawings import BILL, BIRD, BIRD_PAINT, DISC, LEGS, PAINTS, SIZE, WING, Drawing, Part
from bot.pictures.face import patches
from rules.core.cards import Color

_DOTS: Final = 100
"""Pixels per inch of the figure: only line widths depend on it."""
_FELT: Final = "#17603a"
_PATTERN: Final = "#1b6d43"
_CARD: Final = (
    "M 22 0 L 78 0 C 83 0 86 3 86 8 L 86 92 C 86 97 83 100 78 100 "
    "L 22 100 C 17 100 14 97 14 92 L 14 8 C 14 3 17 0 22 0 Z"
)
"""An upright card, in a box of 100 by 100."""
_EDGE: Final = "#fffdf5"
_FAN: Final = ((-2, Color.RED), (2, Color.BLACK), (-1, Color.YELLOW), (1, Color.GREEN))
"""The cards behind the bird's, from back to front: how far left or right."""
_CORNERS: Final = ((18, 4), (71, 4), (18, 85), (71, 85))
"""Left and top of the four colors' shapes on the bird's card."""


class Placed(NamedTuple):
    """A drawing in a picture: its left edge, top and size in pixels."""

    drawing: Drawing
    left: float
    top: float
    size: float


def avatar_png() -> bytes:
    """The avatar, 512 by 512: the bird on a card, before a fan of the four colors. Discord cuts a circle."""
    return _png((*_felt(512), *_fan(256, 262, 420, spread=0.62)), 512, 512)


def banner_png() -> bytes:
    """The banner, 680 by 240: the same fan on the felt. Discord puts the avatar over its lower left."""
    return _png((*_felt(680), *_pattern(), *_fan(430, 128, 212, spread=1.35)), 680, 240)


def _felt(size: float) -> Iterator[Placed]:
    yield Placed((Part("M 0 0 L 100 0 L 100 100 L 0 100 Z", _FELT, 0, 0, SIZE / 100),), 0, 0, size)


def _pattern() -> Iterator[Placed]:
    """The four colors' shapes over the banner, hardly lighter than the felt."""
    shapes = [paint.shape for paint in PAINTS.values()]
    for row in range(4):
        for column in range(11):
            left, top = 12 + 64 * column - 32 * (row % 2), 12 + 62 * row
            yield Placed((Part(shapes[(row + column) % 4], _PATTERN, 0, 0, SIZE / 100),), left, top, 30)


def _fan(x: float, y: float, size: float, *, spread: float = 1.0) -> Iterator[Placed]:
    """The bird's card before four cards of the colors, ``size`` high, the bird's in the middle of (x, y)."""
    left, top = x - size / 2, y - size / 2
    for side, color in _FAN:
        turned = _turned(_CARD, side * spread * 11)
        across, down = side * spread * size * 0.11, abs(side) * spread * size * 0.02 + size * 0.025
        parts = (
            Part(turned, PAINTS[color].field, 0, 0, SIZE / 100),
            Part(turned, _EDGE, 0, 0, SIZE / 100, line=2.4),
        )
        yield Placed(parts, left + across, top + down, size)
    yield Placed(_bird_card(), left, top, size)


def _bird_card() -> Drawing:
    scale = SIZE / 100
    paint, bird = BIRD_PAINT, 0.66 * scale
    at = (16 * scale, 15 * scale)
    corners = zip(PAINTS.items(), _CORNERS, strict=True)
    return (
        Part(_CARD, "#14161a", 0, 0, scale),
        Part(_CARD, paint.field, 1.5 * scale, 1.5 * scale, 0.97 * scale),
        *(
            Part(
                one.shape,
                "#c08a00" if color is Color.YELLOW else one.field,
                left * scale,
                top * scale,
                0.11 * scale,
            )
            for (color, one), (left, top) in corners
        ),
        Part(LEGS, paint.ink, *at, bird, line=5 * bird),
        Part(BILL, "#8a6d3b", *at, bird),
        Part(BIRD, paint.ink, *at, bird),
        Part(WING, paint.field, *at, bird, line=4 * bird),
        Part(DISC, paint.field, at[0] + 35 * bird, at[1] + 17 * bird, 0.07 * bird),
    )


def _turned(outline: str, degrees: float) -> str:
    """An outline turned clockwise around the middle of its lower edge, as cards in a hand."""
    words, turned = iter(outline.split()), list[str]()
    for word in words:
        if word.isalpha():
            turned.append(word)
            continue
        x, y = float(word) - 50, float(next(words)) - 100
        across, down = cos(radians(degrees)), sin(radians(degrees))
        turned += [f"{50 + x * across - y * down:.3f}", f"{100 + x * down + y * across:.3f}"]
    return " ".join(turned)


def _png(placed: Iterable[Placed], width: int, height: int) -> bytes:
    """A picture of drawings as PNG, ``width`` by ``height`` pixels."""
    figure = Figure(figsize=(width / _DOTS, height / _DOTS), dpi=_DOTS)
    FigureCanvasAgg(figure)
    for drawing, left, top, size in placed:
        pixels = IdentityTransform()
        for patch in patches(drawing, left=left, top=height - top, size=size, inch=_DOTS, place=pixels):
            figure.add_artist(patch)
    return png(figure)


if __name__ == "__main__":
    AVATAR_FILE.write_bytes(avatar_png())
    BANNER_FILE.write_bytes(banner_png())
