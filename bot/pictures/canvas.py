"""The canvas of all pictures: sizes, colors, fonts, names, and saving as PNG.

Lengths are in points of a phone's screen, on which a picture is 400 wide; it is drawn two and a half times
as large, for screens with more pixels. The background is opaque, so that a dark and a light Discord show
the same. The colors are Okabe and Ito's, distinguishable with any color vision
(https://jfly.uni-koeln.de/color/); a letter or a hatching always tells the same.

matplotlib brings its own font, so a picture is the same everywhere. It has the scripts of Europe and the Near
East, right to left where needed, but no Chinese, Japanese or Korean, few scripts of India and few emoji: such
a name stands in the alt text alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache
from io import BytesIO
from typing import Any, Final
from unicodedata import category

# Since 3.11 matplotlib sets Hebrew and Arabic right to left; it adds 170 MB to the container image.
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.typing import RcKeyType

from bot.common.text import clean, plain
from bot.pictures.values import NAME_LIMIT

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
CUT: Final = "…"
"""Replaces the rest of a name, or all of one that cannot be drawn."""
_NOT_LETTERS: Final = frozenset("SCP")
"""First letters of the Unicode categories of symbols, control characters and punctuation."""


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


def fitted_names(names: Sequence[str], room: float, size: float, figure: Figure) -> str:
    """The names of a player or a pair, cut to ``room`` points of the screen; empty if none can be drawn."""
    shown = [drawable(name) or CUT for name in names]
    while _width(_joined(shown), size, figure) > room and any(name != CUT for name in shown):
        longest = max(range(len(shown)), key=lambda index: len(shown[index]))
        shown[longest] = shown[longest].removesuffix(CUT)[:-1].rstrip() + CUT
    return "" if all(name == CUT for name in shown) else _joined(shown)


def drawable(name: str) -> str:
    """A name without emoji the font lacks; empty if the font lacks one of its letters."""
    font = _glyphs()
    line = clean(name, NAME_LIMIT)
    if any(ord(letter) not in font and category(letter)[0] not in _NOT_LETTERS for letter in line):
        return ""
    return clean("".join(letter for letter in line if ord(letter) in font), NAME_LIMIT)


def _joined(names: Sequence[str]) -> str:
    return " & ".join(plain(name, NAME_LIMIT) for name in names)


def _width(text: str, size: float, figure: Figure) -> float:
    measured = figure.text(0, 0, text, fontsize=size)
    pixels = measured.get_window_extent().width
    measured.remove()
    return float(pixels * 100 / figure.dpi)


@cache
def _glyphs() -> frozenset[int]:
    """Code points of the font."""
    return frozenset(get_font(findfont(FontProperties())).get_charmap())
