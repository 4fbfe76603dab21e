"""The form chart: the latest matches as bars, up for a win and down for a loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from matplotlib.axes import Axes

from bot.pictures.canvas import BAD, EVEN, FAINT, GOOD, INK, USUAL, new_canvas, png
from bot.pictures.values import Form, FormBar, MatchEnd
from rules.core.words import counted, gained

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


def draw_form(form: Form) -> bytes:
    """A chart of the latest matches, a bar for each, as PNG; ``form`` must not be empty."""
    latest = form.latest
    margins = [match.margin for match in latest if match.margin is not None]
    highest = max(map(abs, margins), default=0)
    figure, axes = new_canvas(195, _finding(latest), *_reading(form, bool(highest)))
    lengths = [_length(match, highest or 1) for match in latest]
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
    """Length of a bar from -1 to 1; a full one if the margin is not known."""
    if match.end in {MatchEnd.DREW, MatchEnd.NEITHER}:
        return 0.0
    length = 1.0 if match.margin is None else max(abs(match.margin) / highest, _LEAST_BAR)
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
