"""The cross-table: how often each player or pair beat each other one."""

from __future__ import annotations

from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from bot.pictures.canvas import (
    BAD,
    EVEN,
    FAINT,
    GOOD,
    INK,
    LINES,
    PAPER,
    SMALL,
    WIDTH,
    fitted_names,
    letters,
    new_canvas,
    png,
)
from bot.pictures.values import CrossTable

_NAMES: Final = 112
"""Width of the names."""
_ROOM: Final = WIDTH - _NAMES - 24
_HIGHEST: Final = 32
_LOWEST: Final = 19
"""Most and least height of a line."""
_FEWEST: Final = 5
"""Least number of columns to leave room for: two alone would look like walls."""
_GAP: Final = 0.08
_READING: Final = "How often the row beat the column."
_COLORS: Final = "Blue: more won than lost. Orange: more lost."


def draw_cross_table(table: CrossTable) -> bytes:
    """The cross-table as PNG; ``table`` must not be empty."""
    top = table.top
    number = len(top.names)
    line = max(_LOWEST, min(_HIGHEST, _ROOM // number))
    note = f" The first {number} of {number + top.left_out:,}." if top.left_out else ""
    figure, axes = new_canvas(24 + line * number, "Head to head", f"{_READING}{note}", _COLORS)
    size = letters(min(14, line * 0.6))
    for row, wins in enumerate(top.won):
        for column, won in enumerate(wins):
            lost = top.won[column][row]
            axes.add_patch(_cell(row, column, _color(won, lost) if row != column else LINES))
            if won is not None and row != column:
                ahead = won > (lost or 0)
                axes.text(
                    column,
                    row,
                    f"{won}",
                    ha="center",
                    va="center",
                    color=PAPER,
                    fontsize=size,
                    fontweight="bold" if ahead else "normal",
                )
    _edges(figure, axes, top)
    return png(figure)


def _cell(row: int, column: int, color: str) -> Rectangle:
    side = 1 - 2 * _GAP
    return Rectangle((column - side / 2, row - side / 2), side, side, facecolor=color, linewidth=0)


def _color(won: int | None, lost: int | None) -> str:
    if won is None or lost is None:
        return PAPER
    return EVEN if won == lost else GOOD if won > lost else BAD


def _edges(figure: Figure, axes: Axes, table: CrossTable) -> None:
    """Write numbers above the columns, numbers and names at the lines."""
    number = len(table.names)
    axes.set_xlim(-0.5, max(number, _FEWEST) - 0.5)
    axes.set_ylim(number - 0.5, -0.5)
    axes.xaxis.tick_top()
    axes.set_xticks(range(number), [f"{place}" for place in range(1, number + 1)], color=FAINT)
    names = [
        f"{place}  {fitted_names(one, _NAMES - 34, SMALL, figure)}"
        for place, one in enumerate(table.names, start=1)
    ]
    axes.set_yticks(range(number), names, ha="left", color=INK)
    axes.tick_params(labelsize=SMALL)
    axes.tick_params(axis="y", pad=_NAMES * 0.72 - 6)
