"""Stores matches with real cards as finished tables: a confirmed one, or a whole imported file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.database.database import Database, Row, Run, Statement, Values, insert
from bot.database.rows import or_none, readable
from bot.league.store.acts import note_act
from bot.league.store.paper_matches import REMOVE
from bot.models.stored_league import LeagueAct, PlayedMatch, RecordedMatch
from bot.table.store.result_queue import INTO_QUEUE
from bot.table.store.results import insert_deal, match_rows
from bot.table.store.seasons import corrected_points, season_rows
from bot.table.store.shown_messages import queue_last_form
from bot.table.store.tables import insert_tables

PAGE: Final = 1000
SLICE: Final = 100
"""Matches to build rows for before other tasks get the event loop."""
PLAYED: Final = """
    SELECT matches.table_id, finished_at, seat, side, user_id, match_players.points, place,
        season_matches.points
    FROM season_matches JOIN matches ON matches.table_id = season_matches.table_id
        JOIN match_players ON match_players.table_id = matches.table_id
    WHERE season_id = ? AND (season_matches.table_id > ? OR season_matches.table_id = ? AND seat > ?)
    ORDER BY season_matches.table_id, seat LIMIT ?
"""


def _no_progress(_: int) -> None:
    """A progress callback that does nothing."""


class RecordedMatchStore:
    """Stores confirmed and imported matches, and reads the results of all matches of a season."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def confirm_paper(
        self, paper_id: int, match: RecordedMatch, act: LeagueAct, message_id: int | None = None
    ) -> int | None:
        """Store a match that was confirmed and delete its request; returns its table number.

        Its message, if given, is marked for a last redraw. Returns None, storing nothing, if the match is no
        longer waiting.
        """
        async with self._database.transaction() as run:
            if not await run(Statement(REMOVE, Values((paper_id,)))):
                return None
            [number] = await _store(run, [match], _no_progress)
            await run(note_act(replace(act, table_id=number)))
            if message_id is not None:
                await run(queue_last_form(message_id, number))
        return number

    async def import_matches(
        self, matches: Sequence[RecordedMatch], act: LeagueAct, tell: Callable[[int], None] = _no_progress
    ) -> list[int]:
        """Store many matches, all or none; returns their table numbers.

        ``tell`` gets the number of matches written so far; they are stored only when all are.
        """
        async with self._database.transaction() as run:
            numbers = await _store(run, matches, tell)
            await run(note_act(act))
        return numbers

    async def played_in_season(self, season_id: int) -> list[PlayedMatch]:
        """Players, time and result of a season's finished matches, in the order they were stored.

        Raises:
            Damaged: a match cannot be read.
        """
        found = defaultdict[int, list[Row]](list)
        table_id, seat = 0, -1
        while True:
            wanted = Values((season_id, table_id, table_id, seat, PAGE))
            rows = await self._database.read(Statement(PLAYED, wanted))
            for row in rows:
                found[row[0]].append(row)
            if len(rows) < PAGE:
                break
            table_id, _, seat, *_ = rows[-1]
        with readable("the matches of a season"):
            return [_played(rows) for rows in found.values()]


async def _store(run: Run, matches: Sequence[RecordedMatch], tell: Callable[[int], None]) -> list[int]:
    """Insert matches in slices, many rows a statement; returns their table numbers."""
    numbers: list[int] = []
    for start in range(0, len(matches), SLICE):
        some = matches[start : start + SLICE]
        [tables] = insert_tables([match.table for match in some])
        # Neither database promises the order of returned rows, but both number rows in the order given.
        added = sorted(number for [number] in await run(tables))
        rows = defaultdict[str, list[Values]](list)
        for number, match in zip(added, some, strict=True):
            for into, row in _rows(number, match):
                rows[into].append(row)
        for into, own in rows.items():
            for statement in insert(into, own):
                await run(statement)
        numbers += added
        tell(len(numbers))
    return numbers


def _rows(number: int, match: RecordedMatch) -> list[tuple[str, Values]]:
    """All rows of a match but its table's, referenced rows first."""
    result = match.results.match
    if result is None:
        raise ValueError("a match without a result")
    return [
        *(
            (one.into, row)
            for deal in match.results.deals
            for one in insert_deal(number, deal)
            for row in one.rows
        ),
        *match_rows(number, result),
        (INTO_QUEUE, Values((number, 1))),
        *season_rows(number, match.season),
    ]


def _played(rows: Sequence[Row]) -> PlayedMatch:
    by_side: Mapping[int, Row] = {row[3]: row for row in rows}
    sides = [by_side[side] for side in sorted(by_side)]
    corrected = or_none(corrected_points, rows[0][7], "its points")
    return PlayedMatch(
        float(rows[0][1]),
        tuple(row[4] for row in rows),
        tuple(int(row[5]) for row in sides),
        tuple(row[6] for row in sides),
        None if corrected is None else tuple(corrected[side] for side in sorted(by_side)),
    )
