"""Kinds of matches (counted, casual, slow): their names, marks, times for a turn, and what leaving means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.common.text import in_markdown
from bot.league.service import NAME_LIMIT as LEAGUE_NAME_LIMIT
from bot.models.endings import Leaving
from bot.table.desk.shown import ShownTable
from bot.table.lobby.choosing import TURN_HOURS
from rules.core.words import counted

COUNTED: Final = "🏅 Counted"
CASUAL: Final = "🎈 Casual"
PLAYED_AGAIN: Final = "a deal played again"
WITH_COMPUTERS: Final = "With computers it counts in the league only."
SEASON_OVER: Final = "that season is over, so this match won't count in it"
LEAVING: Final[Mapping[Leaving, str]] = {
    Leaving.LOST: "If you leave for good, you lose.",
    Leaving.ALONE: "If you leave for good, you lose, and it doesn't count for the others.",
    Leaving.PLAYED: "If you leave, the computer's play counts as yours.",
    Leaving.FORFEIT: "If you leave for good, you forfeit and the others win.",
}
USUAL: Final = "Normal turns"
SAID: Final[Mapping[int, str]] = {
    hours: counted(hours, "hour") if hours < 24 else counted(hours // 24, "day") for hours in TURN_HOURS
}
"""The times for a turn to choose from, as text, by hours."""


def turn_marks(table: ShownTable) -> tuple[str, ...]:
    """The time for a turn as a short fact; empty unless the table is slow."""
    return (f"🐢 {_time_text(table.turn.hours)} a turn",) if table.is_slow else ()


def turn_lines(table: ShownTable) -> list[str]:
    """A line on the time for a turn and what happens after it; an empty list unless the table is slow."""
    if not table.is_slow:
        return []
    return [
        f"**🐢 Slow table** · A turn may take {_time_text(table.turn.hours)}. Then a computer takes over."
    ]


def _time_text(hours: int) -> str:
    """A time as text, also one that is no longer offered."""
    return SAID.get(hours) or counted(hours, "hour")


def kind_marks(table: ShownTable) -> tuple[str, ...]:
    """Short facts: league season, or counted or casual, replayed, slow; empty for one player."""
    if len(table.seats) == 1:
        return ()
    if table.kind.season is not None:
        season = table.kind.season
        mark = season_mark(season.league, season.number)
        is_late = season.closed_at is not None and (
            table.is_playing or table.turn.changed_at > season.closed_at
        )
        return (mark, SEASON_OVER) if is_late else (mark,)
    kind = COUNTED if table.kind.counted else CASUAL
    again = () if table.match.first_time is None else (PLAYED_AGAIN,)
    return (kind, *again, *turn_marks(table))


def season_mark(league: str, number: int) -> str:
    """The league and season of a match, escaped for markdown."""
    return f"🏅 {in_markdown(league, LEAGUE_NAME_LIMIT)}, season {number}"


def kind_line(table: ShownTable) -> str:
    """A sentence on the kind of match, and what that means for leaderboard and leaving."""
    if table.kind.season is not None:
        mark = f"**{season_mark(table.kind.season.league, table.kind.season.number)}** · A league match."
        told = [mark] if table.kind.counted else [mark, WITH_COMPUTERS]
        if table.kind.counted or table.kind.leaving is Leaving.FORFEIT:
            told.append(LEAVING[table.kind.leaving])
        return " ".join(told)
    if not table.kind.counted:
        return f"**{CASUAL}**"
    return (
        f"**{COUNTED}** · Counts on the leaderboard. No play can be taken back. {LEAVING[table.kind.leaving]}"
    )
