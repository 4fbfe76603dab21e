"""Two rivals, players or pairs: wins against each other, and the series to a hundred wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from discord import ui

from bot.delivery.pictures import Picture
from bot.models.boards import Games
from bot.models.credits import Verdict
from bot.pictures.values import Form, FormBar
from bot.stats.values import FormMatch, Rivalry, Series
from cogs.stats.record_panel import ENDS
from cogs.table.score_sheet import SCORE_COLOR
from cogs.ui.addresses import RecordAddress
from cogs.ui.controls import Verb
from cogs.ui.figure_words import shown_plain
from cogs.ui.items import panel, rows_of
from cogs.ui.stats_parts import (
    NOT_FOUND,
    Scopes,
    explain_button,
    gallery,
    games_name,
    is_of_all,
    menus,
    scope_line,
)
from rules.core.words import signed

MEETINGS_SHOWN: Final = 5
NEVER_MET: Final = (
    "They have played no counted match against each other. `/rook new counted:True` opens a table for one."
)
ENDED: Final[Mapping[Verdict | None, str]] = {
    Verdict.WON: "{one} won{by}",
    Verdict.LOST: "{one} lost{by}",
    Verdict.DRAWN: "drawn",
    None: "neither won",
}


def rivals_panel(
    rivalry: Rivalry,
    names: tuple[str, str],
    address: RecordAddress,
    scopes: Scopes,
    picture: Picture | None = None,
) -> ui.LayoutView:
    """The first rival against the second; ``names`` are both display names, escaped.

    The picture shows the last meetings, seen by the first.
    """
    one, other = names
    head = f"### {one} against {other}\n{scope_line(address, scopes)}"
    filters = menus(Verb.RIVALS, address, scopes)
    if not rivalry.matches:
        text = f"{head}\n{NEVER_MET if is_of_all(address) else NOT_FOUND}"
        return panel(ui.TextDisplay(text), *filters, color=SCORE_COLOR)
    lines = [
        head,
        f"**{one}** won {rivalry.won:,} · **{other}** won {rivalry.lost:,}{_others(rivalry)}",
        *_points(rivalry, address),
        *_series(rivalry.series, one, other),
        *_meetings(rivalry.meetings[:MEETINGS_SHOWN], one),
    ]
    buttons = rows_of([explain_button(str(address))])
    return panel(ui.TextDisplay("\n".join(lines)), *gallery(picture), *filters, *buttons, color=SCORE_COLOR)


def meetings_of(rivalry: Rivalry) -> Form:
    """The data of a chart of two rivals' last meetings, oldest first: result and margin of the first."""
    bars = tuple(FormBar(ENDS[one.verdict], one.margin) for one in reversed(rivalry.meetings))
    return Form(shown_plain(rivalry.one), bars, shown_plain(rivalry.other))


def _others(rivalry: Rivalry) -> str:
    """Matches drawn, and matches another side won."""
    drawn = f" · {rivalry.drawn:,} drawn" if rivalry.drawn else ""
    return f"{drawn} · neither won {rivalry.neither:,}" if rivalry.neither else drawn


def _points(rivalry: Rivalry, address: RecordAddress) -> list[str]:
    """Points against each other; empty unless the games are one game, as points differ from game to game."""
    if address.games.one_game is None or not (rivalry.scored or rivalry.conceded):
        return []
    return [f"Points {signed(rivalry.scored)} to {signed(rivalry.conceded)}"]


def _series(series: Series, one: str, other: str) -> list[str]:
    """The current series, and series won so far."""
    lines = [f"First to {series.first_to:,} wins: {one} **{series.won:,}**, {other} **{series.lost:,}**"]
    if series.series_won or series.series_lost:
        lines.append(f"Series won: {one} {series.series_won:,}, {other} {series.series_lost:,}")
    return lines


def _meetings(meetings: Sequence[FormMatch], one: str) -> Iterator[str]:
    """A line for each meeting: date, result for the first, and the game if they differ."""
    is_one_game = len({meeting.game for meeting in meetings}) == 1
    for meeting in meetings:
        margin = abs(meeting.margin or 0)
        by = f" by {margin:,}" if margin else ""
        game = "" if is_one_game else f" · {games_name(Games.game(meeting.game))}"
        yield f"-# <t:{round(meeting.finished_at)}:d> · {ENDED[meeting.verdict].format(one=one, by=by)}{game}"
