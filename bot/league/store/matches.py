"""Queries for the matches and the schedule of a season."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from bot.database.database import Database, Statement, Values, insert
from bot.database.pairs import pair_of
from bot.database.rows import readable
from bot.league.store.acts import note_act
from bot.models.stored_league import Absent, LeagueAct, ScheduledMatch, SeasonMatch, Unfinished
from bot.table.store.result_queue import queue_result, queue_season
from bot.table.store.seasons import (
    PLAYED,
    SEASON_MATCHES,
    SEASON_SIDES,
    UNDER_WAY,
    SeasonPlaceStore,
    off_schedule,
    read_season_match,
    rule_season_match,
    sides_by_table,
)

OF_SEASON: Final = f"{SEASON_MATCHES} WHERE season_id = ? ORDER BY table_id"
NEWEST: Final = """
    SELECT season_matches.table_id, season_id, fixture, state, points, is_paper
    FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
    WHERE season_id = ? ORDER BY finished_at DESC, season_matches.table_id DESC LIMIT ? OFFSET ?
"""
NUMBER: Final = """
    SELECT COUNT(*) FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
    WHERE season_id = ? AND finished_at <= ?
"""
SIDES_OF_SEASON: Final = f"""
    {SEASON_SIDES} JOIN season_matches ON season_matches.table_id = season_sides.table_id
    WHERE season_id = ? ORDER BY season_sides.table_id, side
"""
NO_SCHEDULE: Final = "DELETE FROM fixtures WHERE season_id = ?"
FIXTURES: Final = "fixtures (season_id, number, round, home_first, home_second, away_first, away_second)"
BROKEN_OFF: Final = """
    SELECT fixture
    FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
    WHERE season_id = ? AND fixture IS NOT NULL AND state <> 'void'
    GROUP BY fixture HAVING MIN(broken_off) = 1
"""
UNFINISHED: Final = f"""
    SELECT
        (SELECT COUNT(*) FROM fixtures WHERE season_id = ? AND forfeited IS NULL
            AND number NOT IN ({PLAYED}) AND number NOT IN ({UNDER_WAY})),
        (SELECT COUNT(*) FROM season_matches JOIN tables ON tables.id = table_id
            WHERE season_id = ? AND status = 'playing'),
        (SELECT COUNT(*) FROM paper_matches WHERE season_id = ? AND at > ?),
        (SELECT COUNT(*) FROM evenings WHERE season_id = ? AND status <> 'over'),
        (SELECT COUNT(*) FROM season_matches WHERE season_id = ? AND state = 'disputed')
            + (SELECT COUNT(*) FROM evenings WHERE season_id = ? AND state = 'disputed')
"""  # noqa: S608 (no user input)
TO_TELL: Final = """
    SELECT league_id, channel_id
    FROM tables JOIN season_matches ON table_id = tables.id JOIN seasons ON seasons.id = season_id
    WHERE {owned} AND (tables.status = 'lobby' OR (tables.status = 'playing' AND closed_at IS NOT NULL))
    ORDER BY tables.id
"""
FORFEIT: Final = "UPDATE fixtures SET forfeited = ? WHERE season_id = ? AND number = ? RETURNING number"


class SeasonMatchStore:
    """Queries for matches and schedules of seasons. They raise ``Damaged`` if a match cannot be read."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._places = SeasonPlaceStore(database)

    async def season_tables_to_tell(self) -> list[tuple[int, int]]:
        """Tables with a message that shows their season, as pairs of league and channel ids.

        These are tables not started yet, and tables in play after their season's end.
        """
        rows = await self._database.read(self._database.of_own_servers(TO_TELL))
        return [(league, channel) for league, channel in rows]

    async def matches_of_season(self, season_id: int) -> list[SeasonMatch]:
        """All matches of a season, finished or not, in the order their tables were opened."""
        season = Values((season_id,))
        with readable("a match of a season"):
            sides = sides_by_table(await self._database.read(Statement(SIDES_OF_SEASON, season)))
            return [
                read_season_match(row, sides)
                for row in await self._database.read(Statement(OF_SEASON, season))
            ]

    async def newest_matches(self, season_id: int, limit: int, skip: int = 0) -> list[SeasonMatch]:
        """``limit`` finished matches of a season, last finished first, after the first ``skip``."""
        return await self._places.season_matches(Statement(NEWEST, Values((season_id, limit, skip))))

    async def number_of_matches(self, season_id: int, until: float = inf) -> int:
        """Number of matches of a season that were finished by ``until``, in epoch seconds."""
        return await self._database.count(Statement(NUMBER, Values((season_id, until))))

    async def unfinished_in(self, season_id: int, since: float) -> Unfinished:
        """A season's counts of open matches, evenings, disputes; unconfirmed if recorded after ``since``."""
        values = Values((*[season_id] * 5, since, *[season_id] * 3))
        [row] = await self._database.read(Statement(UNFINISHED, values))
        return Unfinished(*map(int, row))

    async def rule_match(self, match: SeasonMatch, *acts: LeagueAct) -> None:
        """Store a ruling on a match with its acts, and queue its result for the ledger."""
        await self._database.write(
            rule_season_match(match), queue_result(match.table_id), *map(note_act, acts)
        )

    async def draw_schedule(self, season_id: int, matches: Sequence[ScheduledMatch], act: LeagueAct) -> None:
        """Replace a season's schedule; matches played on the old one are taken off it."""
        rows = [(season_id, one.number, one.round, *pair_of(one.home), *pair_of(one.away)) for one in matches]
        async with self._database.transaction() as run:
            await run(off_schedule(season_id))
            await run(Statement(NO_SCHEDULE, Values((season_id,))))
            for statement in insert(FIXTURES, rows):
                await run(statement)
            await run(queue_season(season_id))
            await run(note_act(act))

    async def fixtures_broken_off(self, season_id: int) -> frozenset[int]:
        """Schedule numbers with matches that were all broken off; void matches are ignored."""
        rows = await self._database.read(Statement(BROKEN_OFF, Values((season_id,))))
        return frozenset(number for [number] in rows)

    async def forfeit(self, season_id: int, number: int, absent: Absent | None, act: LeagueAct) -> None:
        """Store who stayed away from a scheduled match, with the act; None for no one."""
        ruled = Statement(FORFEIT, Values((absent, season_id, number)), must_find=True)
        await self._database.write(ruled, queue_season(season_id), note_act(act))
