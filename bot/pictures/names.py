"""Names as pictures draw them: in the letters of the font, cut to a width.

matplotlib brings its own font, so a picture is the same everywhere. It has the scripts of Europe and the Near
East, right to left where needed, but no Chinese, Japanese or Korean, few scripts of India and few emoji: such
a name stands in the alt text alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final
from unicodedata import category

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font

from bot.common.text import clean, plain
from bot.pictures.values import NAME_LIMIT

CUT: Final = "…"
"""Replaces the rest of a name, or all of one that cannot be drawn."""
_NOT_LETTERS: Final = frozenset("SCP")
"""First letters of the Unicode categories of symbols, control characters and punctuation."""


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
