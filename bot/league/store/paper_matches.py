"""Matches with real cards in the database: unconfirmed ones, and those stored as finished tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.database.database import Database, Row, Run, Statement, Values, insert
from bot.database.rows import moment, or_none, readable, text, whole
from bot.league.store.acts import note_act
from bot.models.stored_league import LeagueAct, PaperMatch, PlayedMatch, RecordedMatch
from bot.table.store.result_queue import INTO_QUEUE
from bot.table.store.results import insert_deal, match_rows
from bot.table.store.seasons import corrected_points, season_rows
from bot.table.store.shown_messages import queue_last_form
from bot.table.store.tables import insert_tables

INSERT: Final = """
    INSERT INTO paper_matches (season_id, result, recorded_by, at) VALUES (?, ?, ?, ?)
    RETURNING id
"""
_PAPER: Final = "SELECT id, season_id, result, recorded_by, at, channel_id, message_id FROM paper_matches"
ONE: Final = f"{_PAPER} WHERE id = ?"
_OWN: Final = """
    season_id IN (SELECT seasons.id FROM seasons JOIN leagues ON leagues.id = league_id WHERE {owned})
"""
BEFORE: Final = f"{_PAPER} WHERE at <= ? AND {_OWN} ORDER BY at, id"
NEXT: Final = f"SELECT MIN(at) FROM paper_matches WHERE {_OWN}"  # noqa: S608 (no user input)
SET_PLACE: Final = "UPDATE paper_matches SET channel_id = ?, message_id = ? WHERE id = ?"
LAPSE: Final = "UPDATE paper_matches SET at = 0 WHERE id = ? AND at > 0 RETURNING id"
LAPSE_SEASON: Final = "UPDATE paper_matches SET at = 0 WHERE season_id = ?"
REMOVE: Final = "DELETE FROM paper_matches WHERE id = ? RETURNING id"
CLAMP_TIMES: Final = f"UPDATE paper_matches SET at = ? WHERE at BETWEEN ? AND 1e15 AND {_OWN}"  # noqa: S608 (no user input)
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


class PaperMatchStore:
    """Queries for unconfirmed matches; stores confirmed and imported ones as finished tables.

    They raise ``Damaged`` if a match cannot be read.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep_paper(self, paper: PaperMatch) -> PaperMatch:
        """Insert an unconfirmed match; returns it with the id it was given."""
        values = Values((paper.season_id, paper.result, paper.recorded_by, paper.at))
        [[number]] = await self._database.write(Statement(INSERT, values))
        return replace(paper, id=number)

    async def set_paper_place(self, paper_id: int, channel_id: int, message_id: int) -> None:
        """Store which message asks to confirm a match."""
        await self._database.write(Statement(SET_PLACE, Values((channel_id, message_id, paper_id))))

    async def paper(self, paper_id: int) -> PaperMatch | None:
        """An unconfirmed match by id; None if there is none."""
        return next(iter(await self._read(Statement(ONE, Values((paper_id,))))), None)

    async def paper_until(self, at: float) -> list[PaperMatch]:
        """Unconfirmed matches recorded up to a time in epoch seconds; withdrawn and expired ones first."""
        return await self._read(self._database.of_own_servers(BEFORE, at))

    async def clamp_times(self, now: float) -> None:
        """Set recording times in the future to ``now``, after the clock was set back."""
        await self._database.write(self._database.of_own_servers(CLAMP_TIMES, now, now))

    async def oldest_paper(self) -> float | None:
        """Epoch seconds when the oldest unconfirmed match was recorded, 0 if withdrawn; None without one."""
        [[at]] = await self._database.read(self._database.of_own_servers(NEXT))
        return or_none(moment, at, "the time of a match")

    async def lapse_paper(self, paper_id: int) -> bool:
        """Expire a match; its message is still to be updated. Returns whether it was waiting."""
        return bool(await self._database.write(Statement(LAPSE, Values((paper_id,)))))

    async def remove_paper(self, paper_id: int) -> bool:
        """Delete an unconfirmed match; returns whether there was one."""
        return bool(await self._database.write(Statement(REMOVE, Values((paper_id,)))))

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
            [number] = await _store(run, [match])
            await run(note_act(replace(act, table_id=number)))
            if message_id is not None:
                await run(queue_last_form(message_id, number))
        return number

    async def import_matches(
        self, matches: Sequence[RecordedMatch], act: LeagueAct, tell: Callable[[int], None] = lambda _: None
    ) -> list[int]:
        """Store many matches, all or none; returns their table numbers.

        ``tell`` gets the number of matches written so far; they are stored only when all are.
        """
        async with self._database.transaction() as run:
            numbers = await _store(run, matches, tell)
            await run(note_act(act))
        return numbers

    async def played_in_season(self, season_id: int) -> list[PlayedMatch]:
        """Players, time and result of a season's finished matches, in the order they were stored."""
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

    async def _read(self, statement: Statement) -> list[PaperMatch]:
        with readable("a match played with real cards"):
            return [_paper(row) for row in await self._database.read(statement)]


def lapse_season(season_id: int) -> Statement:
    """Statement that expires a season's unconfirmed matches; their messages are still to be updated."""
    return Statement(LAPSE_SEASON, Values((season_id,)))


def _paper(row: Row) -> PaperMatch:
    number, season_id, result, recorded_by, at, channel_id, message_id = row
    return PaperMatch(
        id=whole(number, "its number"),
        season_id=whole(season_id, "its season"),
        result=text(result, "its result"),
        recorded_by=whole(recorded_by, "who recorded it"),
        at=moment(at, "when it was recorded"),
        channel_id=or_none(whole, channel_id, "where it is shown"),
        message_id=or_none(whole, message_id, "where it is shown"),
    )


async def _store(
    run: Run, matches: Sequence[RecordedMatch], tell: Callable[[int], None] = lambda _: None
) -> list[int]:
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
