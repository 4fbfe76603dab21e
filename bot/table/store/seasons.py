"""Matches of seasons: their sides and numbers on the schedule."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.database.database import Database, Row, Run, Statement, Values, insert
from bot.database.pairs import entrant_of, pair_of
from bot.database.rows import damaged, legible, moment, or_none, parsed, readable, whole
from bot.models.credits import Competing, Entrant
from bot.models.scoring import read
from bot.models.stored_league import Absent, MatchState, ScheduledMatch, SeasonMatch, TableSeason
from bot.models.stored_tables import Settled

INSERT_FOR_ADDED: Final = """
    INSERT INTO season_matches (table_id, season_id, state) VALUES (LAST_INSERT_ROWID(), ?, 'counts')
    RETURNING table_id
"""
"""For the unit that adds the table, in which it follows at once. Its own row has the table's id, too."""
SETTLED: Final = "SELECT settled FROM tables WHERE id = ? AND settled IN ('people', 'computers')"
SEASON_MATCHES: Final = "SELECT table_id, season_id, fixture, state, points, is_paper FROM season_matches"
MATCH: Final = f"{SEASON_MATCHES} WHERE table_id = ?"
SEASON_SIDES: Final = "SELECT season_sides.table_id, side, first, second FROM season_sides"
SIDES: Final = f"{SEASON_SIDES} WHERE table_id IN ({{tables}}) ORDER BY table_id, side"
NO_MATCH: Final = "DELETE FROM season_matches WHERE table_id = ?"
NO_SIDES: Final = "DELETE FROM season_sides WHERE table_id = ?"
SET_FIXTURE: Final = "UPDATE season_matches SET fixture = ? WHERE table_id = ? RETURNING table_id"
RULE: Final = "UPDATE season_matches SET state = ?, points = ? WHERE table_id = ? RETURNING table_id"
OFF_SCHEDULE: Final = "UPDATE season_matches SET fixture = NULL WHERE season_id = ?"
SCHEDULE: Final = """
    SELECT number, round, home_first, home_second, away_first, away_second, forfeited FROM fixtures
    WHERE season_id = ? ORDER BY number
"""
PLAYED: Final = """
    SELECT DISTINCT fixture
    FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
    JOIN seasons ON seasons.id = season_id
    WHERE season_id = ? AND fixture IS NOT NULL AND state <> 'void'
        AND finished_at <= COALESCE(closed_at, finished_at)
"""
"""A match that ended after its season was closed does not count as played."""
UNDER_WAY: Final = """
    SELECT DISTINCT fixture FROM season_matches JOIN tables ON tables.id = table_id
    WHERE season_id = ? AND fixture IS NOT NULL AND status = 'playing'
"""
SEASON_OF_TABLE: Final = """
    SELECT seasons.id, leagues.id, leagues.name, seasons.number, entrants, closed_at, scoring
    FROM season_matches JOIN seasons ON seasons.id = season_id JOIN leagues ON leagues.id = league_id
    WHERE table_id = ?
"""
COMPETING: Final = """
    SELECT first, second FROM season_entries WHERE season_id = ? AND left_at IS NULL
    ORDER BY joined_at, first, second
"""
CLOSED_AT: Final = "SELECT closed_at FROM seasons WHERE id = ?"
INTO_SEASON: Final = "season_matches (table_id, season_id, fixture, state, points, is_paper)"
INTO_SIDES: Final = "season_sides (table_id, side, first, second)"


class SeasonPlaceStore:
    """Links of tables to seasons in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def season_match(self, table_id: int) -> SeasonMatch | None:
        """The season match of a table; None if it belongs to no season.

        Raises:
            Damaged: it cannot be read.
        """
        return next(iter(await self.season_matches(Statement(MATCH, Values((table_id,))))), None)

    async def settled_at(self, table_id: int) -> Settled | None:
        """Who may play at a table with settled rules; None if its host chooses."""
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
            [[season_id, league_id, league, number, competing, closed_at, scoring]] = rows
            entrants = frozenset(await self.competing(season_id))
            name, kind, abandoned = legible(league), Competing(competing), read(scoring).abandoned
            return TableSeason(season_id, league_id, name, number, kind, closed_at, entrants, abandoned)

    async def competing(self, season_id: int) -> list[Entrant]:
        """Who competes in a season now, in the order they joined.

        Raises:
            Damaged: that cannot be read.
        """
        rows = await self._database.read(Statement(COMPETING, Values((season_id,))))
        with readable("who competes"):
            return [entrant_of(first, second) for first, second in rows]

    async def closed_at(self, season_id: int) -> float | None:
        """When a season was closed, in epoch seconds; None for an open one.

        Raises:
            Damaged: that cannot be read.
        """
        rows = await self._database.read(Statement(CLOSED_AT, Values((season_id,))))
        return or_none(moment, rows[0][0] if rows else None, "when a season was closed")

    async def season_matches(self, wanted: Statement) -> list[SeasonMatch]:
        """The season matches that a statement selects, with their sides.

        Raises:
            Damaged: one cannot be read.
        """
        rows = await self._database.read(wanted)
        if not rows:
            return []
        with readable("a match of a season"):
            sides = sides_by_table(await self._database.read(_sides_at([table_id for table_id, *_ in rows])))
            return [read_season_match(row, sides) for row in rows]

    async def schedule(self, season_id: int) -> list[ScheduledMatch]:
        """A season's schedule: its pairings in order.

        Raises:
            Damaged: it cannot be read.
        """
        rows = await self._database.read(Statement(SCHEDULE, Values((season_id,))))
        with readable("the schedule"):
            return [_scheduled(row) for row in rows]

    async def played_fixtures(self, season_id: int) -> frozenset[int]:
        """Numbers of scheduled matches that have a result and are not voided."""
        rows = await self._database.read(Statement(PLAYED, Values((season_id,))))
        return frozenset(number for [number] in rows)

    async def fixtures_under_way(self, season_id: int) -> frozenset[int]:
        """Numbers of scheduled matches now being played."""
        rows = await self._database.read(Statement(UNDER_WAY, Values((season_id,))))
        return frozenset(number for [number] in rows)

    async def line_up(self, table_id: int, plays_for: Mapping[int, Entrant], fixture: int | None) -> None:
        """Store the entrant of each side of a match, and its number on the schedule (None for off it)."""
        await self._database.write(
            Statement(SET_FIXTURE, Values((fixture, table_id)), must_find=True),
            Statement(NO_SIDES, Values((table_id,))),
            *insert(INTO_SIDES, [(table_id, *side) for side in _sides(plays_for)]),
        )


def insert_season_match(season_id: int) -> Statement:
    """Statement that links the table added just before, in the same unit, to a season."""
    return Statement(INSERT_FOR_ADDED, Values((season_id,)))


async def move_season_match(run: Run, old_id: int, new_id: int) -> None:
    """Move a replaced table's season match and sides to the new table, if it has one."""
    for row in await run(Statement(MATCH, Values((old_id,)))):
        sides = await run(_sides_at([old_id]))
        moved = insert(INTO_SEASON, [(new_id, *row[1:])]) + insert(
            INTO_SIDES, [(new_id, *side[1:]) for side in sides]
        )
        left = [Statement(sql, Values((old_id,))) for sql in (NO_SIDES, NO_MATCH)]
        for statement in (*moved, *left):
            await run(statement)


def rule_season_match(match: SeasonMatch) -> Statement:
    """Statement that stores whether a match counts, and its corrected points."""
    values = Values((match.state, _written_points(match), match.table_id))
    return Statement(RULE, values, must_find=True)


def off_schedule(season_id: int) -> Statement:
    """Statement that unlinks all matches of a season from its schedule."""
    return Statement(OFF_SCHEDULE, Values((season_id,)))


def season_rows(table_id: int, match: SeasonMatch) -> list[tuple[str, Values]]:
    """Rows of a table's season match, each with its SQL table and columns; the match row first."""
    row = (table_id, match.season_id, match.fixture, match.state, _written_points(match), match.is_paper)
    sides = [(INTO_SIDES, Values((table_id, *side))) for side in _sides(match.plays_for)]
    return [(INTO_SEASON, Values(row)), *sides]


def _sides(plays_for: Mapping[int, Entrant]) -> list[tuple[int, int, int]]:
    return [(side, *pair_of(entrant)) for side, entrant in plays_for.items()]


def _written_points(match: SeasonMatch) -> str | None:
    return None if match.points is None else json.dumps(dict(match.points))


def _sides_at(tables: Sequence[int]) -> Statement:
    """Statement that selects the sides of some tables."""
    return Statement(SIDES.format(tables=", ".join("?" * len(tables))), Values(tables))


def sides_by_table(rows: Iterable[Row]) -> Mapping[int, dict[int, Entrant]]:
    """The entrant of each side, by table id, from rows."""
    found = defaultdict[int, dict[int, Entrant]](dict)
    for table_id, side, first, second in rows:
        found[table_id][whole(side, "a side")] = entrant_of(first, second)
    return found


def read_season_match(row: Row, sides: Mapping[int, dict[int, Entrant]]) -> SeasonMatch:
    """The season match of a row.

    Raises:
        Damaged, ValueError: it cannot be read.
    """
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
    """Points of each side as corrected by an organizer, from JSON.

    Raises:
        Damaged: the value is no JSON object of whole numbers.
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
