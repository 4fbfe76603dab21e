"""The chart of a rating over a season, with the band of its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from bot.pictures.canvas import GOOD, INK, USUAL, new_canvas, png
from bot.pictures.values import RatingHistory, RatingPoint, day
from rules.core.words import counted, signed

_CALENDAR: Final = 3 * 24 * 3600
"""Least time span in seconds for an axis by date; shorter ones are by match."""
_MARKED: Final = 25
"""Most matches with a dot each: more dots would only thicken the line."""


def draw_rating(history: RatingHistory) -> bytes:
    """A chart of ratings after matches, with their likely range, as PNG; ``history`` must not be empty."""
    points, last = history.points, history.points[-1]
    dotted = ["Dotted: provisional."] if points[0].is_provisional else []
    figure, axes = new_canvas(
        225,
        f"Rating {signed(last.number)} ± {last.uncertainty:,}",
        f"{counted(len(points), 'match')}. Shaded: the likely range.",
        *dotted,
    )
    places = _places(axes, points)
    numbers = [point.number for point in points]
    if len(points) == 1:
        axes.errorbar(places, numbers, yerr=last.uncertainty, color=GOOD, linewidth=3, capsize=10, capthick=2)
    else:
        _band(axes, places, points)
        settled = sum(point.is_provisional for point in points)
        mark = "o" if len(points) <= _MARKED else ""
        style: dict[str, Any] = {"color": GOOD, "linewidth": 2.2, "marker": mark, "markersize": 3.5}
        axes.plot(places[: settled + 1], numbers[: settled + 1], linestyle=":", **style)
        axes.plot(places[settled:], numbers[settled:], **style)
    axes.plot(places[-1], last.number, color=INK, marker="o", markersize=7)
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda number, _: signed(round(number))))
    axes.grid(axis="y", linewidth=0.6)
    axes.margins(x=0.04)
    return png(figure)


def _band(axes: Axes, places: Sequence[float], points: Sequence[RatingPoint]) -> None:
    low = [point.number - point.uncertainty for point in points]
    high = [point.number + point.uncertainty for point in points]
    axes.fill_between(places, low, high, color=GOOD, alpha=0.22, linewidth=0)


def _places(axes: Axes, points: Sequence[RatingPoint]) -> list[float]:
    """The x positions of the points; labels the axis by dates or by matches."""
    first, last = points[0].at, points[-1].at
    if len(points) == 1:
        axes.set_xticks([first], [day(first)])
    elif last - first >= _CALENDAR:
        ticks = [first, (first + last) / 2, last]
        axes.set_xticks(ticks, [day(at) for at in ticks])
    else:
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
        axes.set_xlabel(f"matches since {day(first)}", fontsize=USUAL)
        return [float(number) for number in range(1, len(points) + 1)]
    return [point.at for point in points]
