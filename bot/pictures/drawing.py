"""Draws every kind of subject, its charts here. Slow to load: for the drawing process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, assert_never

from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from bot.pictures.canvas import BAD, EVEN, FAINT, GOOD, INK, USUAL, new_canvas, png, styled
from bot.pictures.cross_table import draw_cross_table
from bot.pictures.table_picture import draw_table
from bot.pictures.values import (
    BidHeights,
    CrossTable,
    Form,
    FormBar,
    MatchEnd,
    RatingHistory,
    RatingPoint,
    Subject,
    TablePicture,
    day,
    grouped,
    heights,
    share,
)
from rules.core.words import counted, gained, signed

_CALENDAR: Final = 3 * 24 * 3600
"""Least time span in seconds for an axis by date; shorter ones are by match."""
_MARKED: Final = 25
"""Most matches with a dot each: more dots would only thicken the line."""
_LETTERS: Final = {MatchEnd.WON: "W", MatchEnd.DREW: "D", MatchEnd.LOST: "L", MatchEnd.NEITHER: "–"}
_BAR_STYLES: Final[dict[MatchEnd, dict[str, Any]]] = {
    MatchEnd.WON: {"color": GOOD},
    MatchEnd.DREW: {"color": EVEN},
    MatchEnd.LOST: {"color": BAD, "hatch": "////"},
    MatchEnd.NEITHER: {"color": EVEN},
}
_LEAST_BAR: Final = 0.06
"""Least length of a bar, relative to the longest: a win by 0 points must show."""
_MARGIN: Final = 0.3
"""Room for the letters, relative to the longest bar."""
_LEAST_BARS: Final = 8
"""Least number of bars to leave room for: one alone would look like a wall."""


def png_of(subject: Subject) -> bytes:
    """The picture of a subject that is not empty, as PNG."""
    with styled():
        match subject:
            case RatingHistory():
                return draw_rating(subject)
            case Form():
                return draw_form(subject)
            case CrossTable():
                return draw_cross_table(subject)
            case BidHeights():
                return draw_bids(subject)
            case TablePicture():
                return draw_table(subject)
            case _:
                assert_never(subject)


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
        low = [point.number - point.uncertainty for point in points]
        high = [point.number + point.uncertainty for point in points]
        axes.fill_between(places, low, high, color=GOOD, alpha=0.22, linewidth=0)
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


def draw_form(form: Form) -> bytes:
    """A chart of the latest matches, a bar for each, as PNG; ``form`` must not be empty."""
    latest = form.latest
    margins = [match.margin for match in latest if match.margin is not None]
    highest = max(map(abs, margins), default=0)
    figure, axes = new_canvas(195, _finding(latest), *_reading(form, bool(highest)))
    lengths = [_length(match, highest) for match in latest]
    for place, (match, length) in enumerate(zip(latest, lengths, strict=True)):
        axes.bar(place, length, width=0.8, linewidth=0, **_BAR_STYLES[match.end])
        _write(axes, place, length, _LETTERS[match.end])
    axes.axhline(0, color=FAINT, linewidth=1)
    axes.set_ylim(min(0, *lengths) - _MARGIN, max(0, *lengths) + _MARGIN)
    axes.set_xlim(-0.6, max(len(latest), _LEAST_BARS) - 0.4)
    axes.set_xticks([])
    shown = sorted({max(margins), min(margins)} - {0}) if highest else []
    axes.set_yticks([margin / highest for margin in shown], [gained(margin) for margin in shown])
    return png(figure)


def _finding(latest: Sequence[FormBar]) -> str:
    ends = [match.end for match in latest]
    told = [f"{ends.count(end)} {end.value}" for end in (MatchEnd.WON, MatchEnd.LOST)]
    others = ((MatchEnd.DREW, "drawn"), (MatchEnd.NEITHER, "won by neither"))
    told += [f"{number} {said}" for end, said in others if (number := ends.count(end))]
    return ", ".join(told)


def _reading(form: Form, has_margins: bool) -> tuple[str, ...]:
    number, what = len(form.latest), "meeting" if form.against else "match"
    which = f"The last {what}." if number == 1 else f"The last {counted(number, what)}, newest at the right."
    return (which, "Height: points ahead or behind.") if has_margins else (which,)


def _length(match: FormBar, highest: int) -> float:
    """Length of a bar from -1 to 1: the least without points to compare, a full one if no match has such."""
    if match.end in {MatchEnd.DREW, MatchEnd.NEITHER}:
        return 0.0
    length = max(abs(match.margin or 0) / highest, _LEAST_BAR) if highest else 1.0
    return length if match.end is MatchEnd.WON else -length


def _write(axes: Axes, place: int, length: float, letter: str) -> None:
    """Write the letter of a match at the end of its bar."""
    axes.annotate(
        letter,
        (place, length),
        (0, -3 if length < 0 else 3),
        textcoords="offset points",
        ha="center",
        va="top" if length < 0 else "bottom",
        fontsize=USUAL,
        fontweight="bold",
        color=INK,
    )


def draw_bids(bids: BidHeights) -> bytes:
    """A chart of bids made and set, by height, as PNG; ``bids`` must not be empty."""
    groups = grouped(bids.heights)
    places = range(len(groups))
    made, failed = [one.made for one in groups], [one.failed for one in groups]
    tried = sum(one.bids for one in groups)
    finding = f"{share(sum(made), tried)} of {counted(tried, 'bid')} made"
    figure, axes = new_canvas(50 + 28 * len(groups), finding, "By height of the bid.")
    axes.barh(places, made, height=0.72, color=GOOD, linewidth=0)
    axes.barh(places, failed, left=made, height=0.72, color=BAD, hatch="////", linewidth=0)
    most = max(one.bids for one in groups)
    for place, one in zip(places, groups, strict=True):
        told = f"{one.made:,} of {one.bids:,}"
        axes.text(one.bids + most * 0.02, place, told, va="center", fontsize=USUAL)
    axes.set_xlim(0, most * 1.42)
    axes.set_ylim(len(groups) - 0.4, -0.6)
    axes.set_xticks([])
    axes.set_yticks(places, [heights(one) for one in groups], fontsize=USUAL)
    axes.legend(
        handles=[
            Patch(color=GOOD, label="made"),
            Patch(facecolor=BAD, hatch="////", label="set", linewidth=0),
        ],
        loc="upper left",
        bbox_to_anchor=(0, 0),
        ncols=2,
        frameon=False,
        fontsize=USUAL,
        borderaxespad=0.3,
    )
    return png(figure)
