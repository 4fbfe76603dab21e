"""The tables of a season and its schedule: what is written of them, and how it is read back."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.database.database import Database, Insert, Row, Run, Statement, Values, insert
from bot.database.rows import damaged, legible, or_none, parsed, readable, whole
from bot.league.store.acts import note_act
from bot.league.store.rosters import entrant_of, keys
from bot.models.stored import Settled
from bot.models.stored_league import (
    Absent,
    Competing,
    Entrant,
    LeagueAct,
    MatchState,
    ScheduledMatch,
    SeasonMatch,
    TableSeason,
    Unfinished,
)
from bot.stats.store.booking import to_rank
from bot.table.store.results import to_book

INSERT_FOR_NEWEST: Final = """
    INSERT INTO season_matches (table_id, season_id, state) SELECT MAX(id), ?, 'counts' FROM tables
    RETURNING table_id
"""
"""In the unit that adds the table."""
SETTLED: Final = "SELECT settled FROM tables WHERE id = ? AND settled IN ('people', 'computers')"
_MATCHES: Final = "SELECT table_id, season_id, fixture, state, points, is_paper FROM season_matches"
MATCH: Final = f"{_MATCHES} WHERE table_id = ?"
OF_SEASON: Final = f"{_MATCHES} WHERE season_id = ? ORDER BY table_id"
NEWEST: Final = """
    SELECT season_matches.table_id, season_id, fixture, state, points, is_paper
    FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
    WHERE season_id = ? ORDER BY finished_at DESC, season_matches.table_id DESC LIMIT ? OFFSET ?
"""
NUMBER: Final = """
    SELECT COUNT(*) FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
    WHERE season_id = ?
"""
_SIDES: Final = "SELECT season_sides.table_id, side, first, second FROM season_sides"
SIDES: Final = f"{_SIDES} WHERE table_id IN ({{tables}}) ORDER BY table_id, side"
SIDES_OF_SEASON: Final = f"""
    {_SIDES} JOIN season_matches ON season_matches.table_id = season_sides.table_id
    WHERE season_id = ? ORDER BY season_sides.table_id, side
"""
INSERT_MATCH: Final = """
    INSERT INTO season_matches (table_id, season_id, fixture, state, points, is_paper)
    VALUES (?, ?, ?, ?, ?, ?)
"""
NO_MATCH: Final = "DELETE FROM season_matches WHERE table_id = ?"
NO_SIDES: Final = "DELETE FROM season_sides WHERE table_id = ?"
SIDE: Final = "INSERT INTO season_sides (table_id, side, first, second) VALUES (?, ?, ?, ?)"
SET_FIXTURE: Final = "UPDATE season_matches SET fixture = ? WHERE table_id = ? RETURNING table_id"
RULE: Final = "UPDATE season_matches SET state = ?, points = ? WHERE table_id = ? RETURNING table_id"
NO_SCHEDULE: Final = "DELETE FROM fixtures WHERE season_id = ?"
OFF_SCHEDULE: Final = "UPDATE season_matches SET fixture = NULL WHERE season_id = ?"
FIXTURES: Final = "fixtures (season_id, number, round, home_first, home_second, away_first, away_second)"
SCHEDULE: Final = """
    SELECT number, round, home_first, home_second, away_first, away_second, forfeited FROM fixtures
    WHERE season_id = ? ORDER BY number
"""
PLAYED: Final = """
    SELECT DISTINCT fixture
    FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
    WHERE season_id = ? AND fixture IS NOT NULL AND state <> 'void'
"""
BROKEN_OFF: Final = """
    SELECT fixture
    FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
    WHERE season_id = ? AND fixture IS NOT NULL AND state <> 'void'
    GROUP BY fixture HAVING MIN(broken_off) = 1
"""
UNDER_WAY: Final = """
    SELECT DISTINCT fixture FROM season_matches JOIN tables ON tables.id = table_id
    WHERE season_id = ? AND fixture IS NOT NULL AND status = 'playing'
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
SEASON_OF_TABLE: Final = """
    SELECT seasons.id, leagues.id, leagues.name, seasons.number, entrants, closed_at
    FROM season_matches JOIN seasons ON seasons.id = season_id JOIN leagues ON leagues.id = league_id
    WHERE table_id = ?
"""
TO_TELL: Final = """
    SELECT league_id, channel_id
    FROM tables JOIN season_matches ON table_id = tables.id JOIN seasons ON seasons.id = season_id
    WHERE tables.status = 'lobby' OR (tables.status = 'playing' AND closed_at IS NOT NULL) ORDER BY tables.id
"""
COMPETING: Final = "SELECT first, second FROM season_entries WHERE season_id = ? AND left_at IS NULL"
FORFEIT: Final = "UPDATE fixtures SET forfeited = ? WHERE season_id = ? AND number = ? RETURNING number"


class SeasonMatchStore:
    """Matches of seasons and schedules in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def season_match(self, table_id: int) -> SeasonMatch | None:
        """What a table is to a season; None where it belongs to none.

        Raises:
            Damaged: it cannot be read.
        """
        return next(iter(await self._matches(Statement(MATCH, Values((table_id,))))), None)

    async def settled_at(self, table_id: int) -> Settled | None:
        """Who might play at a table when it was opened; None where nobody has settled that."""
        rows = await self._database.read(Statement(SETTLED, Values((table_id,))))
        return Settled(rows[0][0]) if rows else None

    async def table_season(self, table_id: int) -> TableSeason | None:
        """The season a table belongs to, and who competes in it now; None where it belongs to none.

        Raises:
            Damaged: that cannot be read.
        """
        rows = await self._database.read(Statement(SEASON_OF_TABLE, Values((table_id,))))
        if not rows:
            return None
        with readable("the season of a table"):
            [[season_id, league_id, league, number, competing, closed_at]] = rows
            entries = await self._database.read(Statement(COMPETING, Values((season_id,))))
            entrants = frozenset(entrant_of(first, second) for first, second in entries)
            name, kind, is_open = legible(league), Competing(competing), closed_at is None
            return TableSeason(season_id, league_id, name, number, kind, is_open, entrants)

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
            sides = _by_table(await self._database.read(Statement(SIDES_OF_SEASON, season)))
            return [_match(row, sides) for row in await self._database.read(Statement(OF_SEASON, season))]

    async def newest_matches(self, season_id: int, limit: int, skip: int = 0) -> list[SeasonMatch]:
        """The matches of a season that are over, the last to end first, without the first so many.

        Raises:
            Damaged: one cannot be read.
        """
        return await self._matches(Statement(NEWEST, Values((season_id, limit, skip))))

    async def _matches(self, wanted: Statement) -> list[SeasonMatch]:
        """Some matches, with the sides of these alone."""
        rows = await self._database.read(wanted)
        if not rows:
            return []
        with readable("a match of a season"):
            sides = _by_table(await self._database.read(_sides_at([table_id for table_id, *_ in rows])))
            return [_match(row, sides) for row in rows]

    async def number_of_matches(self, season_id: int) -> int:
        """How many matches of a season are over."""
        return await self._database.count(Statement(NUMBER, Values((season_id,))))

    async def unfinished_in(self, season_id: int, since: float) -> Unfinished:
        """What is not over in a season; of matches with real cards, those written down after a time."""
        values = Values((*[season_id] * 5, since, *[season_id] * 3))
        [row] = await self._database.read(Statement(UNFINISHED, values))
        return Unfinished(*map(int, row))

    async def line_up(self, table_id: int, plays_for: Mapping[int, Entrant], fixture: int | None) -> None:
        """Keep which pairs a match is about to be played for, and its number on the schedule."""
        await self._database.write(
            Statement(SET_FIXTURE, Values((fixture, table_id)), must_find=True),
            *_with_sides(table_id, plays_for),
        )

    async def rule_match(self, match: SeasonMatch, *acts: LeagueAct) -> None:
        """Store whether a match counts, and with which points, with the acts that made it so."""
        points = None if match.points is None else json.dumps(dict(match.points))
        ruled = Statement(RULE, Values((match.state, points, match.table_id)), must_find=True)
        await self._database.write(ruled, to_book(match.table_id), *map(note_act, acts))

    async def draw_schedule(self, season_id: int, matches: Sequence[ScheduledMatch], act: LeagueAct) -> None:
        """Put a schedule in place of a season's earlier one; matches that were on that are on none now."""
        rows = [(season_id, one.number, one.round, *keys(one.home), *keys(one.away)) for one in matches]
        async with self._database.transaction() as run:
            for sql in (OFF_SCHEDULE, NO_SCHEDULE):
                await run(Statement(sql, Values((season_id,))))
            for statement in insert(FIXTURES, rows):
                await run(statement)
            await run(to_rank(season_id))
            await run(note_act(act))

    async def schedule(self, season_id: int) -> list[ScheduledMatch]:
        """Who is to play whom in a season, in order.

        Raises:
            Damaged: it cannot be read.
        """
        rows = await self._database.read(Statement(SCHEDULE, Values((season_id,))))
        with readable("the schedule"):
            return [_scheduled(row) for row in rows]

    async def played_fixtures(self, season_id: int) -> frozenset[int]:
        """The numbers on the schedule that have been played, and not been voided."""
        rows = await self._database.read(Statement(PLAYED, Values((season_id,))))
        return frozenset(number for [number] in rows)

    async def fixtures_broken_off(self, season_id: int) -> frozenset[int]:
        """Of those played and not voided, the numbers on the schedule that have only been broken off."""
        rows = await self._database.read(Statement(BROKEN_OFF, Values((season_id,))))
        return frozenset(number for [number] in rows)

    async def fixtures_under_way(self, season_id: int) -> frozenset[int]:
        """The numbers on the schedule that are being played."""
        rows = await self._database.read(Statement(UNDER_WAY, Values((season_id,))))
        return frozenset(number for [number] in rows)

    async def forfeit(self, season_id: int, number: int, absent: Absent | None, act: LeagueAct) -> None:
        """Store who stayed away from a match on the schedule; None for nobody."""
        ruled = Statement(FORFEIT, Values((absent, season_id, number)), must_find=True)
        await self._database.write(ruled, to_rank(season_id), note_act(act))


def insert_season_match(season_id: int) -> Statement:
    """Have the table that the same unit adds belong to a season; gives its number back."""
    return Statement(INSERT_FOR_NEWEST, Values((season_id,)), must_find=True)


async def move_season_match(run: Run, old_id: int, new_id: int) -> None:
    """Have a table take the place of another in its season, if that is in one."""
    for row in await run(Statement(MATCH, Values((old_id,)))):
        sides = await run(_sides_at([old_id]))
        await run(Statement(INSERT_MATCH, Values((new_id, *row[1:]))))
        for _, *side in sides:
            await run(Statement(SIDE, Values((new_id, *side))))
        for sql in (NO_SIDES, NO_MATCH):
            await run(Statement(sql, Values((old_id,))))


def _sides_at(tables: Sequence[int]) -> Statement:
    """What is read of the sides of some tables."""
    return Statement(SIDES.format(tables=", ".join("?" * len(tables))), Values(tables))


def _with_sides(table_id: int, plays_for: Mapping[int, Entrant]) -> list[Statement | Insert]:
    sides = [Statement(SIDE, Values((table_id, side, *keys(entrant)))) for side, entrant in plays_for.items()]
    return [Statement(NO_SIDES, Values((table_id,))), *sides]


def _by_table(rows: Iterable[Row]) -> Mapping[int, dict[int, Entrant]]:
    found = defaultdict[int, dict[int, Entrant]](dict)
    for table_id, side, first, second in rows:
        found[table_id][whole(side, "a side")] = entrant_of(first, second)
    return found


def _match(row: Row, sides: Mapping[int, dict[int, Entrant]]) -> SeasonMatch:
    table_id, season_id, fixture, state, points, is_paper = row
    return SeasonMatch(
        table_id=whole(table_id, "its table"),
        season_id=whole(season_id, "its season"),
        fixture=or_none(whole, fixture, "its number on the schedule"),
        state=MatchState(state),
        points=or_none(corrected_points, points, "its points"),
        is_paper=bool(whole(is_paper, "how it was played", most=1)),
        plays_for=sides.get(table_id, {}),
    )


def corrected_points(value: object, what: str) -> dict[int, int]:
    """The points of each side as an organizer has corrected them.

    Raises:
        Damaged: they are none.
    """
    points = parsed(value, what)
    if not isinstance(points, dict) or not all(type(one) is int for one in points.values()):
        damaged(what)
    return {int(side): number for side, number in points.items()}


def _scheduled(row: Row) -> ScheduledMatch:
    number, round_number, home_first, home_second, away_first, away_second, absent = row
    return ScheduledMatch(
        number=whole(number, "its number", least=1),
        round=whole(round_number, "its round", least=1),
        home=entrant_of(home_first, home_second),
        away=entrant_of(away_first, away_second),
        absent=None if absent is None else Absent(absent),
    )
