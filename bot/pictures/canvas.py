"""The canvas of all pictures: sizes, colors, fonts, and saving as PNG.

Lengths are in points of a phone's screen, on which a picture is 400 wide; it is drawn two and a half times
as large, for screens with more pixels. The background is opaque, so that a dark and a light Discord show
the same. The colors are Okabe and Ito's, distinguishable with any color vision
(https://jfly.uni-koeln.de/color/); a letter or a hatching always tells the same.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from io import BytesIO
from typing import Any, Final

# Since 3.11 matplotlib sets Hebrew and Arabic right to left; it adds 170 MB to the container image.
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.typing import RcKeyType

WIDTH: Final = 400
_DOTS: Final = 250
"""Pixels per hundred points of the screen."""

PAPER: Final = "#22262d"
INK: Final = "#f5f2ea"
FAINT: Final = "#b3b9c4"
LINES: Final = "#414853"
GOOD: Final = "#56b4e9"
BAD: Final = "#e69f00"
EVEN: Final = "#8d95a3"

STYLE: Final[dict[RcKeyType, Any]] = {
    "font.family": "DejaVu Sans",
    "text.parse_math": False,  # names may have dollar signs
    "text.color": INK,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": LINES,
    "axes.labelcolor": FAINT,
    "axes.unicode_minus": True,
    "xtick.color": LINES,
    "xtick.labelcolor": INK,
    "ytick.color": LINES,
    "ytick.labelcolor": INK,
    "grid.color": LINES,
    "hatch.color": PAPER,
    "hatch.linewidth": 1.2,
    "figure.constrained_layout.h_pad": 0.1,
    "figure.constrained_layout.w_pad": 0.1,
}


_HEAD: Final = 42
_LINE: Final = 19
_EDGE: Final = 12
"""Height of the heading and of each line below it, and the left margin."""


def letters(height: float) -> float:
    """The font size for letters of a height on a phone's screen."""
    return height * 0.72


SMALL: Final = letters(12)
"""For the many names and numbers of a cross-table."""
USUAL: Final = letters(14)
LARGE: Final = letters(19)


def new_canvas(height: float, finding: str, *reading: str) -> tuple[Figure, Axes]:
    """Within ``styled``: a figure headed ``finding``, lines of ``reading``, and axes ``height`` high."""
    head = _HEAD + _LINE * len(reading)
    whole = head + height
    figure = Figure(figsize=(WIDTH / 100, whole / 100), dpi=_DOTS)
    FigureCanvasAgg(figure)
    figure.set_layout_engine("constrained", rect=(0, 0, 1, height / whole))
    figure.text(_EDGE / WIDTH, 1 - 12 / whole, finding, va="top", fontsize=LARGE, fontweight="bold")
    for number, line in enumerate(reading):
        down = _HEAD + _LINE * number
        figure.text(_EDGE / WIDTH, 1 - down / whole, line, va="top", fontsize=USUAL, color=FAINT)
    axes = figure.add_subplot()
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelsize=USUAL, pad=4)
    return figure, axes


def png(figure: Figure) -> bytes:
    """The figure as PNG; the same bytes for the same figure."""
    file = BytesIO()
    figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


def styled() -> AbstractContextManager[None]:
    """The context of the house style, in which all pictures are drawn."""
    return rc_context(STYLE)
