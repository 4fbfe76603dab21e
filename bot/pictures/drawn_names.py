"""Names as a picture can draw them: in the letters its font has, and cut to the room there is.

matplotlib brings one font of its own, so that a picture is the same everywhere. It has the letters of Europe
and of the Near East, which are set from the right where they are read so. It has no Chinese, Japanese or
Korean, few scripts of India and few emoji: a name in those is left to the text beside the picture.
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
"""Stands for the rest of a name, or for all of one that cannot be drawn."""
_NOT_LETTERS: Final = frozenset("SCP")
"""First letters of the categories of symbols, signs without a look of their own, and punctuation."""


def drawn(names: Sequence[str], room: float, size: float, figure: Figure) -> str:
    """The names of a player or a pair, in so much room; nothing where none of them can be drawn.

    ``room`` is in points of the phone's screen, ``size`` is the font's.
    """
    shown = [drawable(name) or CUT for name in names]
    while _width(_joined(shown), size, figure) > room and any(name != CUT for name in shown):
        longest = max(range(len(shown)), key=lambda index: len(shown[index]))
        shown[longest] = shown[longest].removesuffix(CUT)[:-1].rstrip() + CUT
    return "" if all(name == CUT for name in shown) else _joined(shown)


def drawable(name: str) -> str:
    """A name in what the font has; nothing if one of its letters is missing. Emoji are left out."""
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
    """The characters the font has."""
    return frozenset(get_font(findfont(FontProperties())).get_charmap())
