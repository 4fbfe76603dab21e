"""Draws card faces with matplotlib: as a PNG each, or as patches of a larger picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, Transform

from bot.pictures.canvas import png
from bot.pictures.drawings import SIZE, Drawing
from bot.pictures.sheet import SHEET

_POINTS: Final = 72
"""Points per inch, the unit of line widths."""
_COMMANDS: Final = {
    "M": (Path.MOVETO, 1),
    "L": (Path.LINETO, 1),
    "C": (Path.CURVE4, 3),
    "Z": (Path.CLOSEPOLY, 0),
}
"""Path codes of the letters of an outline, and the number of points after each."""


def face_png(name: str) -> bytes:
    """A face of the sheet as PNG, of an emoji's size, on a transparent background."""
    figure = Figure(figsize=(1, 1), dpi=SIZE, facecolor="none")
    FigureCanvasAgg(figure)
    for patch in patches(SHEET[name], left=0, top=1, size=1, inch=1, place=figure.transFigure):
        figure.add_artist(patch)
    return png(figure)


def patches(
    drawing: Drawing, *, left: float, top: float, size: float, inch: float, place: Transform
) -> Iterator[PathPatch]:
    """The patches of a drawing, ``size`` wide and high, with its upper left corner at ``left``, ``top``.

    Coordinates are those of ``place``, with y upward; ``inch`` is the number of its units per inch.
    """
    unit = size / SIZE
    for part in drawing:
        turned = Affine2D().scale(part.scale).translate(part.left, part.top).scale(unit, -unit)
        paint: dict[str, Any] = {"facecolor": part.color, "linewidth": 0}
        if part.line:
            paint = {
                "facecolor": "none",
                "edgecolor": part.color,
                "linewidth": part.line * unit / inch * _POINTS,
                "capstyle": "round",
                "joinstyle": "round",
            }
        yield PathPatch(path_of(part.outline), transform=turned.translate(left, top) + place, **paint)


@lru_cache(maxsize=64)
def path_of(outline: str) -> Path:
    """An outline of letters M, L, C and Z, each with its points, as a matplotlib path; cached."""
    words = iter(outline.split())
    codes, points = list[Any](), list[tuple[float, float]]()
    for letter in words:
        code, number = _COMMANDS[letter]
        codes += [code] * max(number, 1)
        points += [(float(next(words)), float(next(words))) for _ in range(number)] or [(0.0, 0.0)]
    return Path(points, codes)
