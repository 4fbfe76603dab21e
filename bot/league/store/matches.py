"""The tables of a season and its schedule: what is written of them, and how it is read back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.database.database import Database, Statement, Values, insert
from bot.database.pairs import pair_of
from bot.database.rows import readable
from bot.league.store.acts import note_act
from bot.models.stored_league import Absent, LeagueAct, ScheduledMatch, SeasonMatch, Unfinished
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
from bot.table.store.to_book import to_book, to_rank

OF_SEASON: Final = f"{SEASON_MATCHES} WHERE season_id = ? ORDER BY table_id"
NEWEST: Final = """
    SELECT season_matches.table_id, season_id, fixture, state, points, is_paper
    FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
    WHERE season_id = ? ORDER BY finished_at DESC, season_matches.table_id DESC LIMIT ? OFFSET ?
"""
NUMBER: Final = """
    SELECT COUNT(*) FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
    WHERE season_id = ?
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
"""  # noqa: S608 (queries of ours)
TO_TELL: Final = """
    SELECT league_id, channel_id
    FROM tables JOIN season_matches ON table_id = tables.id JOIN seasons ON seasons.id = season_id
    WHERE tables.status = 'lobby' OR (tables.status = 'playing' AND closed_at IS NOT NULL) ORDER BY tables.id
"""
FORFEIT: Final = "UPDATE fixtures SET forfeited = ? WHERE season_id = ? AND number = ? RETURNING number"


class SeasonMatchStore:
    """Matches of seasons and schedules in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._places = SeasonPlaceStore(database)

    async def season_tables_to_tell(self) -> list[tuple[int, int]]:
        """The tables that say how their season stands: of each its league and its channel.

        Those are the ones whose match has not begun, and those in play whose season is over.
        """
        return [(league, channel) for league, channel in await self._database.read(Statement(TO_TELL))]

    async def matches_of_season(self, season_id: int) -> list[SeasonMatch]:
        """All tables of a season, over or not, in the order they were opened.

        Raises:
            Damaged: one cannot be read.
        """
        season = Values((season_id,))
        with readable("a match of a season"):
            sides = sides_by_table(await self._database.read(Statement(SIDES_OF_SEASON, season)))
            return [
                read_season_match(row, sides)
                for row in await self._database.read(Statement(OF_SEASON, season))
            ]

    async def newest_matches(self, season_id: int, limit: int, skip: int = 0) -> list[SeasonMatch]:
        """The matches of a season that are over, the last to end first, without the first so many.

        Raises:
            Damaged: one cannot be read.
        """
        return await self._places.season_matches(Statement(NEWEST, Values((season_id, limit, skip))))

    async def number_of_matches(self, season_id: int) -> int:
        """How many matches of a season are over."""
        return await self._database.count(Statement(NUMBER, Values((season_id,))))

    async def unfinished_in(self, season_id: int, since: float) -> Unfinished:
        """What is not over in a season; of matches with real cards, those written down after a time."""
        values = Values((*[season_id] * 5, since, *[season_id] * 3))
        [row] = await self._database.read(Statement(UNFINISHED, values))
        return Unfinished(*map(int, row))

    async def rule_match(self, match: SeasonMatch, *acts: LeagueAct) -> None:
        """Store whether a match counts, and with which points, with the acts that made it so."""
        await self._database.write(rule_season_match(match), to_book(match.table_id), *map(note_act, acts))

    async def draw_schedule(self, season_id: int, matches: Sequence[ScheduledMatch], act: LeagueAct) -> None:
        """Put a schedule in place of a season's earlier one; matches that were on that are on none now."""
        rows = [(season_id, one.number, one.round, *pair_of(one.home), *pair_of(one.away)) for one in matches]
        async with self._database.transaction() as run:
            await run(off_schedule(season_id))
            await run(Statement(NO_SCHEDULE, Values((season_id,))))
            for statement in insert(FIXTURES, rows):
                await run(statement)
            await run(to_rank(season_id))
            await run(note_act(act))

    async def fixtures_broken_off(self, season_id: int) -> frozenset[int]:
        """Of those played and not voided, the numbers on the schedule that have only been broken off."""
        rows = await self._database.read(Statement(BROKEN_OFF, Values((season_id,))))
        return frozenset(number for [number] in rows)

    async def forfeit(self, season_id: int, number: int, absent: Absent | None, act: LeagueAct) -> None:
        """Store who stayed away from a match on the schedule; None for nobody."""
        ruled = Statement(FORFEIT, Values((absent, season_id, number)), must_find=True)
        await self._database.write(ruled, to_rank(season_id), note_act(act))
