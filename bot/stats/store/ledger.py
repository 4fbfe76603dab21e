"""Writes results to the ledger: a match's new contribution replaces its old one, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.database.database import Database, Row, Run, Statement, Values, each_with, insert
from bot.database.pairs import entrant_of, keys
from bot.models.boards import Period
from bot.models.credits import Verdict
from bot.models.stored_figures import Figures, Played, sums_of
from bot.stats.contribution import Contribution, Heading
from bot.stats.rating_model import ESTABLISHED
from bot.stats.store.tallies import FIGURES, Tallies, heights_of, written_heights
from bot.stats.values import PendingResult
from bot.table.store.result_queue import FINAL, dequeue_result, queue_everything, queue_season

PENDING_RESULTS: Final = "SELECT table_id, changes FROM results_to_book ORDER BY table_id LIMIT ?"
NUMBER_PENDING: Final = "SELECT COUNT(*) FROM results_to_book"
_HEADING: Final = "guild_id, game, family, finished_at, is_counted, season_id, is_alone, has_computers"
HEADING: Final = f"SELECT {_HEADING} FROM booked_matches WHERE table_id = ?"  # noqa: S608 (no user input)
_ENTRY: Final = "first, second, side, verdict, margin, heights, side_points"
ENTRIES: Final = f"SELECT {_ENTRY}, {FIGURES} FROM booked_entries WHERE table_id = ?"  # noqa: S608 (no user input)
RATED: Final = """
    SELECT guild_id, board, finished_at, size, first, second, side, seat, place, is_exempt FROM rated_entries
    WHERE table_id = ? AND board <> ? ORDER BY board, size, first, second
"""
INTO_MATCHES: Final = f"booked_matches (table_id, {_HEADING})"
INTO_ENTRIES: Final = f"booked_entries (table_id, guild_id, finished_at, size, {_ENTRY}, {FIGURES})"
INTO_RATED: Final = (
    "rated_entries "
    "(table_id, guild_id, board, finished_at, size, first, second, side, seat, place, is_exempt)"
)
INTO_CREDITS: Final = """season_credits (
    season_id, size, first, second, table_id, against, verdict, how, points, matchpoints, possible,
    finished_at
)"""
NO_ENTRIES: Final = "DELETE FROM booked_entries WHERE table_id = ?"
NO_MATCH: Final = "DELETE FROM booked_matches WHERE table_id = ?"
NO_RATED: Final = "DELETE FROM rated_entries WHERE table_id = ? AND board <> ?"
NO_CREDITS: Final = "DELETE FROM season_credits WHERE table_id = ? AND season_id <> ?"
NO_RATING: Final = (
    "DELETE FROM ratings WHERE guild_id = ? AND board = ? AND size = ? AND first = ? AND second = ?"
)
LATEST_RATING: Final = f"""
    INSERT INTO ratings (guild_id, board, size, first, second, mean, spread, matches, is_provisional)
    SELECT guild_id, board, size, first, second, mean, spread, matches,
        CASE WHEN matches < {ESTABLISHED} THEN 1 ELSE 0 END
    FROM rated_entries
    WHERE guild_id = ? AND board = ? AND size = ? AND first = ? AND second = ? AND mean IS NOT NULL
    ORDER BY finished_at DESC, table_id DESC LIMIT 1
"""  # noqa: S608 (no user input)
TO_RATE: Final = """
    INSERT INTO boards_to_rate (guild_id, board, finished_at, table_id) VALUES (?, ?, ?, ?)
    ON CONFLICT (guild_id, board)
    DO UPDATE SET finished_at = excluded.finished_at, table_id = excluded.table_id
    WHERE (excluded.finished_at, excluded.table_id) < (boards_to_rate.finished_at, boards_to_rate.table_id)
"""
_FINAL_BOARDS: Final = "SELECT 'season ' || season_id FROM final_seasons"
EMPTY_LEDGER: Final = (
    "DELETE FROM booked_entries",
    "DELETE FROM booked_matches",
    "DELETE FROM tallies",
    "DELETE FROM tallied_bids",
    "DELETE FROM boards_to_rate",
    f"DELETE FROM rated_entries WHERE board NOT IN ({_FINAL_BOARDS})",  # noqa: S608 (no user input)
    f"DELETE FROM ratings WHERE board NOT IN ({_FINAL_BOARDS})",  # noqa: S608 (no user input)
    f"DELETE FROM season_credits WHERE season_id NOT IN ({FINAL})",  # noqa: S608 (no user input)
)
"""Empties everything derived from results, except seasons that are final."""
DELETE_TABLE: Final = (
    "DELETE FROM booked_entries WHERE table_id = ?",
    "DELETE FROM booked_matches WHERE table_id = ?",
    "DELETE FROM rated_entries WHERE table_id = ?",
    "DELETE FROM season_credits WHERE table_id = ?",
)
"""Deletes the ledger rows of a table's match; sums keep its figures."""
DELETE_SERVER: Final = (
    "DELETE FROM tallies WHERE guild_id = ?",
    "DELETE FROM tallied_bids WHERE guild_id = ?",
    "DELETE FROM boards_to_rate WHERE guild_id = ?",
    "DELETE FROM ratings WHERE guild_id = ?",
)
"""Deletes a server's sums, ratings and marks of stale boards; no rows of matches."""


class _RatedRow(NamedTuple):
    """A row of ``rated_entries``: a player or pair in a rated match."""

    guild_id: int
    board: str
    finished_at: float
    size: int
    first: int
    second: int
    side: int
    seat: int
    place: int
    is_exempt: int


class LedgerStore:
    """The ledger's queue, and writes to the ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def pending_results(self, limit: int) -> list[PendingResult]:
        """Results waiting to be entered, oldest table first."""
        rows = await self._database.read(Statement(PENDING_RESULTS, Values((limit,))))
        return [PendingResult(*row) for row in rows]

    async def number_pending(self) -> int:
        """Number of results waiting to be entered in the ledger."""
        return await self._database.count(Statement(NUMBER_PENDING))

    async def requeue_all(self, *also: Statement) -> None:
        """Empty the ledger, run ``also``, and queue every result again.

        Final seasons keep their credits and ratings.
        """
        async with self._database.transaction() as run:
            for statement in (*each_with(EMPTY_LEDGER), *also, *queue_everything()):
                await run(statement)

    async def book(
        self, result: PendingResult, booked: Contribution | None, final_season: int | None = None
    ) -> None:
        """Replace a match's contribution to the ledger; ``booked`` None only removes the old one.

        ``final_season``, a season with final standings, keeps its credits and ratings. A result that changed
        since ``result`` was read stays queued.
        """
        async with self._database.transaction() as run:
            tallies = Tallies()
            before = await self._subtract(run, result.table_id, tallies)
            kept_board = "" if final_season is None else Period.season(final_season).key
            await run(Statement(NO_CREDITS, Values((result.table_id, final_season or 0))))
            if booked is not None:
                tallies.add(booked.heading, booked.played)
                for statement in _rows_of(result.table_id, booked):
                    await run(statement)
            for statement in tallies.statements():
                await run(statement)
            await self._mark_boards_stale(run, result.table_id, kept_board, booked)
            now = None if booked is None else booked.heading.season_id
            for season_id in {before, now} - {final_season}:
                if season_id is not None:
                    await run(queue_season(season_id))
            await run(dequeue_result(*result))

    async def _subtract(self, run: Run, table_id: int, tallies: Tallies) -> int | None:
        """Subtract a match from the sums and delete its rows; returns the season it belonged to, or None."""
        table = Values((table_id,))
        rows = await run(Statement(HEADING, table))
        if not rows:
            return None
        heading = Heading(*rows[0])
        tallies.add(heading, [_played(row) for row in await run(Statement(ENTRIES, table))], times=-1)
        for sql in (NO_ENTRIES, NO_MATCH):
            await run(Statement(sql, table))
        return heading.season_id

    async def _mark_boards_stale(
        self, run: Run, table_id: int, kept: str, booked: Contribution | None
    ) -> None:
        """Mark the match's boards stale from this match on, if its rated rows changed."""
        old = [_RatedRow(*row) for row in await run(Statement(RATED, Values((table_id, kept))))]
        new = sorted(_rated_rows(booked)) if booked is not None else []
        if sorted(old) == new:
            return
        await run(Statement(NO_RATED, Values((table_id, kept))))
        for one in old:
            key = Values((one.guild_id, one.board, one.size, one.first, one.second))
            await run(Statement(NO_RATING, key))
            await run(Statement(LATEST_RATING, key))
        for statement in insert(INTO_RATED, [(table_id, *row) for row in new]):
            await run(statement)
        for guild_id, board, at in {(one.guild_id, one.board, one.finished_at) for one in (*old, *new)}:
            await run(Statement(TO_RATE, Values((guild_id, board, at, table_id))))


def _played(row: Row) -> Played:
    first, second, side, verdict, margin, heights, points, *figures = row
    return Played(
        entrant=entrant_of(first, second),
        side=side,
        verdict=None if verdict is None else Verdict(verdict),
        margin=margin,
        figures=Figures(*figures),
        heights=heights_of(heights),
        points=points,
    )


def _rows_of(table_id: int, booked: Contribution) -> Sequence[Statement]:
    heading = booked.heading
    own = (table_id, heading.guild_id, heading.finished_at)
    entrants = []
    for one in booked.played:
        size, first, second = keys(one.entrant)
        how = (one.side, one.verdict, one.margin, written_heights(one.heights), one.points)
        entrants.append((*own, size, first, second, *how, *sums_of(one.figures)))
    given = [
        (
            *(heading.season_id, *keys(credit.entrant), table_id, json.dumps(credit.against)),
            *(credit.verdict, credit.how, credit.points, credit.matchpoints, credit.possible),
            heading.finished_at,
        )
        for credit in booked.credits
    ]
    return [
        *insert(INTO_MATCHES, [(table_id, *heading)]),
        *insert(INTO_ENTRIES, entrants),
        *insert(INTO_CREDITS, given),
    ]


def _rated_rows(booked: Contribution) -> list[_RatedRow]:
    heading = booked.heading
    return [
        _RatedRow(
            *(heading.guild_id, board, heading.finished_at, *keys(entrant), side, seat, place),
            is_exempt=int(entrant in match.exempt),
        )
        for board in booked.boards
        for match in booked.rated
        for side, (entrants, place) in enumerate(zip(match.sides, match.places, strict=True))
        for seat, entrant in enumerate(entrants)
    ]
