"""The database of a club with a long past: matches of one season, booked, rated and ranked."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.services.arithmetic import at_once
from bot.services.booking import Booking
from bot.store.database import Row, Statement
from bot.store.group_commit import checked
from bot.store.sqlite import BEGIN, COMMIT, SqliteDatabase, ready_connection
from bot.store.store import SqlStore
from bot.store.stored import SeatRecord, Status, TableRecord
from bot.store.stored_league import Did, LeagueAct, RecordedMatch, SeasonMatch
from bot.store.stored_results import Results
from tests.store.books import HOST, Hand, new_season, result_of
from tests.store.samples import HOME

DEALS_A_MATCH: Final = 10
SEASON: Final = 1
"""The number of its season."""
FIRST_MEMBER: Final = 10_000
FRIENDS: Final = 20
"""Members who play with each other."""
BEGUN: Final = 1.6e9
A_MATCH_EVERY: Final = 300
SLICE: Final = 500
"""Matches stored at a time."""
IN_A_HURRY: Final = ("synchronous = OFF", "wal_autocheckpoint = 100000", "cache_size = -500000")
"""What is lost in a crash is made again."""
COMMITS: Final = 1000
"""Commits that are made as one."""


class Hurried:
    """A connection without a thread, on which many transactions are one."""

    def __init__(self, path: Path) -> None:
        self.connection = ready_connection(path, create=True)
        for pragma in IN_A_HURRY:
            self.connection.execute(f"PRAGMA {pragma}")
        self._commits = 0

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any], /) -> Iterable[Any]:
        """Run a statement; a transaction goes on where one is open."""
        if sql == BEGIN.sql and self.connection.in_transaction:
            return []
        if sql == COMMIT.sql:
            self._commits += 1
            if self._commits % COMMITS:
                return []
        return self.connection.execute(sql, parameters).fetchall()

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Run statements in a transaction."""
        await self.execute_fetchall(BEGIN.sql, ())
        rows = [checked(one, self.connection.execute(one.sql, one.values).fetchall()) for one in statements]
        await self.execute_fetchall(COMMIT.sql, ())
        return rows

    async def rollback(self) -> None:
        """Forget everything since the last commit: whoever made the mistake begins anew."""
        self.connection.rollback()

    def close(self) -> None:
        """Commit what is left, and let go of the file."""
        self.connection.commit()
        self.connection.close()


def members(deals: int) -> range:
    """The members of a club that has played so many deals: five thousand, of a million."""
    return range(FIRST_MEMBER, FIRST_MEMBER + max(2 * FRIENDS, deals // 200))


async def make(path: Path, deals: int, *, is_booked: bool = True) -> None:
    """Make the database; it is there once it is complete."""
    unfinished = path.with_name(f"{path.name}-unfinished")
    unfinished.unlink(missing_ok=True)
    with contextlib.closing(Hurried(unfinished)) as connection:
        store = SqlStore(SqliteDatabase(unfinished, connection, contextlib.AsyncExitStack()))
        await _play(store, deals)
        if is_booked:
            await Booking(store, at_once).finish()
    unfinished.rename(path)


async def _play(store: SqlStore, deals: int) -> None:
    chance, people = Random(14), members(deals)
    league, season = await new_season(store, *((one,) for one in people))
    act = LeagueAct(league.id, HOST, Did.CREATED, BEGUN)
    matches = deals // DEALS_A_MATCH
    for first in range(0, matches, SLICE):
        some = range(first, min(first + SLICE, matches))
        await store.import_matches([_match(number, season.id, people, chance) for number in some], act)


def _match(number: int, season_id: int, people: range, chance: Random) -> RecordedMatch:
    first = chance.randrange(0, len(people) - FRIENDS + 1, FRIENDS)
    hands = [
        Hand(chance.randrange(4), chance.randrange(70, 150, 5), (took, 180 - took))
        for took in (chance.randrange(0, 185, 5) for _ in range(DEALS_A_MATCH))
    ]
    at = BEGUN + A_MATCH_EVERY * number
    results = result_of(chance.sample(people[first : first + FRIENDS], 4), hands, at)
    return RecordedMatch(_table(results), results, SeasonMatch(0, season_id))


def _table(results: Results) -> TableRecord:
    match = results.match
    assert match is not None
    seats = tuple(SeatRecord(one.user_id, one.name, one.computer) for one in match.players)
    began = match.finished_at - 100
    return TableRecord(0, HOME, 1, HOST, match.game, {}, seats, Status.FINISHED, 0, None, began)
