"""Queries for the standings of a season: credits of matches, and stored lines."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from bot.database.database import Database, Row, SqlValue, Statement, Values, insert
from bot.database.pairs import entrant_of, keys, pair_of
from bot.database.rows import legible, readable
from bot.league.standings import Line, Met, Tally
from bot.models.credits import Credit, Entrant, How, Named, StoredCredit, Verdict
from bot.models.scoring import TieBreak
from bot.models.stored_league import Cell, StandingLine
from bot.table.store.result_queue import dequeue_season

UNRANKED: Final = "SELECT season_id, changes FROM seasons_to_rank ORDER BY season_id"
IS_FINAL: Final = "SELECT 1 FROM final_seasons WHERE season_id = ?"
NOW_FINAL: Final = "INSERT INTO final_seasons (season_id) VALUES (?)"
TALLIES: Final = """
    SELECT first, second, COUNT(*), SUM(CASE verdict WHEN 'won' THEN 1 ELSE 0 END),
        SUM(CASE verdict WHEN 'drawn' THEN 1 ELSE 0 END), SUM(CASE verdict WHEN 'lost' THEN 1 ELSE 0 END),
        COALESCE(SUM(points), 0), COUNT(points), SUM(matchpoints), SUM(possible),
        SUM(CASE WHEN verdict = 'lost' AND how = 'left' THEN 1 ELSE 0 END)
    FROM season_credits WHERE season_id = ? AND size = ? AND (first, second) > (?, ?)
    GROUP BY first, second ORDER BY first, second LIMIT ?
"""
MEETINGS: Final = """
    SELECT first, second, GROUP_CONCAT('["' || verdict || '",' || against || ']', ',')
    FROM season_credits
    WHERE season_id = ? AND size = ? AND (first, second) > (?, ?) AND verdict IS NOT NULL
    GROUP BY first, second ORDER BY first, second LIMIT ?
"""
"""A long season has tens of thousands: an entrant's meetings come as one JSON text for a worker process."""
_CREDIT: Final = "table_id, first, second, against, verdict, how, points, matchpoints, possible, finished_at"
CREDITS: Final = f"""
    SELECT {_CREDIT} FROM season_credits WHERE season_id = ? AND size = ? AND first = ? AND second = ?
"""  # noqa: S608 (no user input)
_LINE: Final = """
    SELECT position, season_lines.first, season_lines.second, place, value, played, won, drawn, lost,
        forfeits, points, breaks, first_name, second_name, left_at
    FROM season_lines LEFT JOIN season_entries ON season_entries.season_id = season_lines.season_id
        AND season_entries.first = season_lines.first AND season_entries.second = season_lines.second
"""
LINES: Final = f"{_LINE} WHERE season_lines.season_id = ? AND position >= ? ORDER BY position LIMIT ?"
LINE: Final = f"""
    {_LINE} WHERE season_lines.season_id = ? AND season_lines.first = ? AND season_lines.second = ?
"""
NUMBER: Final = "SELECT COUNT(*) FROM season_lines WHERE season_id = ?"
_COLUMNS: Final = "position, first, second, place, value, played, won, drawn, lost, forfeits, points, breaks"
OLD_LINES: Final = f"""
    SELECT {_COLUMNS} FROM season_lines WHERE season_id = ? AND position >= ? ORDER BY position LIMIT ?
"""  # noqa: S608 (no user input)
INTO_LINES: Final = f"season_lines (season_id, {_COLUMNS})"
NO_LINE: Final = "DELETE FROM season_lines WHERE season_id = ? AND position = ?"
NO_LINES: Final = "DELETE FROM season_lines WHERE season_id NOT IN (SELECT season_id FROM final_seasons)"
"""Deletes the stored standings of all seasons that are not final."""
NO_LINES_AFTER: Final = "DELETE FROM season_lines WHERE season_id = ? AND position >= ?"
PAGE: Final = 200
"""Entrants read at a time."""


class Unranked(NamedTuple):
    """A season with stale standings, and its number of changes since it was last ranked."""

    season_id: int
    changes: int
    """Changes since it was last ranked; a version number."""


class UnreadMeetings(NamedTuple):
    """An entrant's meetings in a season, as JSON written by the database, in no order, without forfeits."""

    entrant: Entrant
    text: str


class SeasonTableStore:
    """Queries for standings. They raise ``Damaged`` if a line or credit cannot be read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unranked(self) -> list[Unranked]:
        """Seasons with stale standings."""
        return [Unranked(*row) for row in await self._database.read(Statement(UNRANKED))]

    async def is_final(self, season_id: int) -> bool:
        """Whether the standings of a season are final."""
        return bool(await self._database.read(Statement(IS_FINAL, Values((season_id,)))))

    async def tallies_of_season(self, season_id: int, size: int, after: Entrant) -> list[Tally]:
        """Sums of a season's match credits by entrant, in order of ids: up to ``PAGE`` after ``after``.

        Forfeits are not included.
        """
        last = pair_of(after) if after else (0, 0)
        rows = await self._database.read(Statement(TALLIES, Values((season_id, size, *last, PAGE))))
        return [_tally(row) for row in rows]

    async def meetings_of_season(
        self, season_id: int, size: int, after: Entrant, *, most: int
    ) -> list[UnreadMeetings]:
        """Meetings of up to ``most`` entrants of ``size`` people, in order of ids, those after ``after``."""
        last = pair_of(after) if after else (0, 0)
        rows = await self._database.read(Statement(MEETINGS, Values((season_id, size, *last, most))))
        return [UnreadMeetings(entrant_of(first, second), text) for first, second, text in rows]

    async def credits_of_season(self, season_id: int, entrant: Entrant) -> list[StoredCredit]:
        """An entrant's credits from a season's matches, oldest first."""
        values = Values((season_id, *keys(entrant)))
        rows = await self._database.read(Statement(CREDITS, values))
        with readable("what a match gave"):
            found = [_credit(row) for row in rows]
        return sorted(found, key=lambda one: (one.finished_at, one.credit.match))

    async def keep_lines(
        self, unranked: Unranked, lines: Iterable[Sequence[Line]], *, is_final: bool
    ) -> None:
        """Store standings (in slices), as final if ``is_final``; a season that changed since stays stale."""
        season_id, position = unranked.season_id, 0
        async with self._database.transaction() as run:
            for some in lines:  # slices let other tasks run while a long table is compared
                rows = [(position + number, *_line_values(line)) for number, line in enumerate(some)]
                values = Values((season_id, position, len(rows)))
                old = set(await run(Statement(OLD_LINES, values)))
                changed = [row for row in rows if row not in old]
                for number, *_ in changed:
                    await run(Statement(NO_LINE, Values((season_id, number))))
                for statement in insert(INTO_LINES, [(season_id, *row) for row in changed]):
                    await run(statement)
                position += len(rows)
            await run(Statement(NO_LINES_AFTER, Values((season_id, position))))
            if await run(dequeue_season(*unranked)) and is_final:
                await run(Statement(NOW_FINAL, Values((season_id,))))

    async def leave_unranked(self, unranked: Unranked) -> None:
        """Mark a season's standings as up to date, unchanged, unless it changed again since ``unranked``."""
        await self._database.write(dequeue_season(*unranked))

    async def season_lines(self, season_id: int, first: int, number: int) -> list[StandingLine]:
        """``number`` lines of a season's standings from position ``first``."""
        rows = await self._database.read(Statement(LINES, Values((season_id, first, number))))
        with readable("the table of a season"):
            return [_line(row) for row in rows]

    async def season_line(self, season_id: int, entrant: Entrant) -> StandingLine | None:
        """An entrant's line in a season's standings; None if it has none."""
        rows = await self._database.read(Statement(LINE, Values((season_id, *pair_of(entrant)))))
        with readable("the table of a season"):
            return _line(rows[0]) if rows else None

    async def number_of_lines(self, season_id: int) -> int:
        """Number of lines in the standings of a season."""
        return await self._database.count(Statement(NUMBER, Values((season_id,))))

    async def cells_of_season(
        self, season_id: int, entrant: Entrant, others: Iterable[Entrant]
    ) -> dict[Entrant, Cell]:
        """An entrant's record, from a season's matches, against those of ``others`` that it met."""
        wanted = set(others)
        cells = defaultdict[Entrant, list[int]](lambda: [0, 0])
        for credit, _ in await self.credits_of_season(season_id, entrant):
            for other in wanted & set(credit.against):
                cells[other][0] += credit.verdict is Verdict.WON
                cells[other][1] += credit.verdict is Verdict.LOST
        return {other: Cell(*cell) for other, cell in cells.items()}


def _tally(row: Row) -> Tally:
    first, second, number, won, drawn, lost, *sums = row
    return Tally(entrant_of(first, second), number, won, drawn, lost, 0, 0, *sums)


def _credit(row: Row) -> StoredCredit:
    table_id, first, second, against, verdict, how, points, matchpoints, possible, finished_at = row
    others = tuple(tuple(other) for other in json.loads(against))
    decided = None if verdict is None else Verdict(verdict)
    credit = Credit(
        match=table_id,
        entrant=entrant_of(first, second),
        against=others,
        verdict=decided,
        how=How(how),
        points=points,
        matchpoints=matchpoints,
        possible=possible,
    )
    return StoredCredit(credit, finished_at)


def _line_values(line: Line) -> tuple[SqlValue, ...]:
    tally = line.tally
    breaks = json.dumps([[tie, str(figure)] for tie, figure in line.breaks])
    return (
        *(*pair_of(line.entrant), line.place, None if line.value is None else str(line.value)),
        *(tally.played, tally.won, tally.drawn, tally.lost, tally.forfeits, tally.points, breaks),
    )


def _line(row: Row) -> StandingLine:
    _, first, second, place, value, played, won, drawn, lost, forfeits, points, *more = row
    breaks, first_name, second_name, left_at = more
    entrant = entrant_of(first, second)
    return StandingLine(
        place=place,
        who=Named(entrant, tuple(legible(name) for name in (first_name, second_name)[: len(entrant)])),
        value=None if value is None else Fraction(value),
        played=played,
        won=won,
        drawn=drawn,
        lost=lost,
        forfeits=forfeits,
        points=points,
        breaks=tuple((TieBreak(tie), Fraction(figure)) for tie, figure in json.loads(breaks)),
        has_left=left_at is not None,
    )


def read_meetings(unread: UnreadMeetings) -> list[Met]:
    """Parse the meetings of an entrant; raises ``Damaged`` if the text cannot be read."""
    with readable("what a match gave"):
        return [
            Met(Verdict(verdict), tuple(tuple(other) for other in against))
            for verdict, against in json.loads(f"[{unread.text}]")
        ]
