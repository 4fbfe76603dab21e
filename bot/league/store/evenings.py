"""Queries for evenings of seasons scored by duplicate deals."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database, Row, Statement, Values
from bot.database.rows import moment, readable, whole
from bot.evening.store.evenings import rule_evening
from bot.league.store.acts import note_act
from bot.models.stored_evenings import SeasonEvening
from bot.models.stored_league import LeagueAct, MatchState
from bot.table.store.result_queue import queue_season

_OVER: Final = """
    FROM evenings JOIN seasons ON seasons.id = evenings.season_id
    WHERE status = 'over' AND ended_at <= COALESCE(closed_at, ended_at)
"""
"""Finished before the season was closed."""
_PLAYED: Final = f"{_OVER} AND EXISTS (SELECT 1 FROM evening_tables WHERE evening_id = evenings.id)"  # noqa: S608 (no user input)
"""An evening that was called off has no tables."""
_COLUMNS: Final = "SELECT evenings.id, evenings.season_id, evenings.channel_id, ended_at, state"
COUNTING: Final = f"""
    SELECT evenings.id {_OVER} AND evenings.season_id = ? AND state <> 'void' ORDER BY evenings.id
"""
NEWEST: Final = f"""
    {_COLUMNS} {_PLAYED} AND evenings.season_id = ? ORDER BY evenings.id DESC LIMIT ? OFFSET ?
"""
NUMBER: Final = f"SELECT COUNT(*) {_PLAYED} AND evenings.season_id = ?"
ONE: Final = f"{_COLUMNS} {_PLAYED} AND evenings.id = ?"


class SeasonEveningStore:
    """Queries for evenings of seasons. They raise ``Damaged`` if an evening cannot be read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def evenings_of_season(self, season_id: int) -> list[int]:
        """Ids of evenings over before the season was closed and not void, oldest first; even called off."""
        rows = await self._database.read(Statement(COUNTING, Values((season_id,))))
        return [row[0] for row in rows]

    async def newest_evenings(self, season_id: int, limit: int, skip: int = 0) -> list[SeasonEvening]:
        """``limit`` evenings played before the season closed, void or not, newest first, after ``skip``."""
        rows = await self._database.read(Statement(NEWEST, Values((season_id, limit, skip))))
        with readable("an evening of a season"):
            return [_evening(row) for row in rows]

    async def number_of_evenings(self, season_id: int) -> int:
        """Number of evenings played before the season was closed, void or not."""
        return await self._database.count(Statement(NUMBER, Values((season_id,))))

    async def season_evening(self, evening_id: int) -> SeasonEvening | None:
        """An evening by id, played in a season before that was closed; None if there is none."""
        rows = await self._database.read(Statement(ONE, Values((evening_id,))))
        with readable("an evening of a season"):
            return _evening(rows[0]) if rows else None

    async def rule_evening(self, evening: SeasonEvening, act: LeagueAct) -> None:
        """Store a ruling on an evening with its act, and mark the season's standings stale."""
        ruled = rule_evening(evening)
        await self._database.write(ruled, queue_season(evening.season_id), note_act(act))


def _evening(row: Row) -> SeasonEvening:
    number, season_id, channel_id, ended_at, state = row
    return SeasonEvening(
        id=whole(number, "its number"),
        season_id=whole(season_id, "its season"),
        channel_id=whole(channel_id, "its channel"),
        ended_at=moment(ended_at, "when it ended"),
        state=MatchState(state),
    )
