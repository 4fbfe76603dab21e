"""The interface of a database: statements, atomic writes, transactions, consistent reads, and its errors."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import lru_cache
from typing import Any, Final, NamedTuple, Self

from bot.common.errors import StoreError
from bot.common.shards import Shards
from bot.database.leases import Leases

Row = tuple[Any, ...]
SqlValue = int | float | str | None

MOST_ROWS = 1000
"""Most rows of one INSERT: both databases take more than 32,000 values in a statement."""


class ChannelTaken(StoreError):
    """The channel has an open table already."""


class NameTaken(StoreError):
    """The server has a league of that name already."""


class Conflict(StoreError):
    """The key is stored already, such as a revision of a log: memory and database disagree."""


class Damaged(StoreError):
    """Stored data cannot be read; ``str`` names the part, never its content."""


class Values(tuple[SqlValue, ...]):
    """The values of a statement. Drivers log them, so their ``repr`` shows no hand and no token."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{len(self)} values>"


class Statement(NamedTuple):
    """One SQL statement in the common dialect; each ``?`` is a placeholder for a value."""

    sql: str
    values: Values = Values()
    must_find: bool = False
    """In a unit: whether a result without rows is an error, since no such table exists."""


class Insert(NamedTuple):
    """Rows to insert. Those of several units are merged into one statement."""

    into: str
    """The table and its columns, as SQL: never user input."""
    rows: Sequence[Values]


Unit = Sequence[Statement | Insert]
"""A list of changes stored atomically. Its inserts run first, so they must not depend on its statements."""
Run = Callable[[Statement], Awaitable[list[Row]]]


class Database(ABC):
    """An open database. Every error is a StoreError, and no message shows a statement's values.

    One coroutine uses it at a time: no statement slips into another's transaction or reads uncommitted rows.
    """

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        """The shards and the clerk's work, each for one process."""
        self._listeners = defaultdict[str, list[Callable[[str], object]]](list)
        self.is_patient = False
        """Whether callers wait longer for a slow server than a press can: a start has no press to answer."""
        self.shards = Shards()
        """The servers of this process; the rows of other servers are other processes'."""

    def of_own_servers(self, sql: str, *values: SqlValue) -> Statement:
        """A statement; ``{owned}`` in ``sql`` becomes the condition that ``guild_id`` is of this process."""
        mine = ", ".join(map(str, sorted(self.shards.mine)))
        owns_all = len(self.shards.mine) == self.shards.count
        owned = "1 = 1" if owns_all else f"((guild_id >> 22) % {self.shards.count}) IN ({mine})"
        return Statement(sql.format(owned=owned), Values(values))

    @abstractmethod
    async def read(self, statement: Statement) -> list[Row]:
        """Run one reading statement; returns its rows."""

    async def count(self, statement: Statement) -> int:
        """Run a ``SELECT COUNT(…)``; returns the number."""
        [[number]] = await self.read(statement)
        return int(number)

    @abstractmethod
    async def write(self, *unit: Statement | Insert) -> list[Row]:
        """Store a unit, in one commit with all queued units; returns the rows of its last statement.

        After an error nothing of it is stored. If the caller is cancelled, it may or may not be stored.
        """

    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Run]:
        """A transaction: committed when the block ends, rolled back if it raises or is cancelled."""

    def check_held(self) -> None:  # noqa: B027  (a snapshot has no holder)
        """Raise ``Displaced`` if this process is known to have lost the database; does not wait."""

    @abstractmethod
    async def notify(self, kind: str, text: str) -> None:
        """Send a notice to every process of this database that listens, this one included.

        ``kind`` is one word. ``text`` is an id or a few, never a hand or a name; 7,900 bytes at most.
        """

    def listen(self, kind: str, callback: Callable[[str], object]) -> None:
        """Have a function called with the text of each notice of a kind, soon after it was sent."""
        self._listeners[kind].append(callback)

    def _tell(self, kind: str, text: str) -> None:
        """Pass a notice on to its listeners. None of them keeps another from hearing it."""
        for callback in self._listeners[kind]:
            asyncio.get_running_loop().call_soon(callback, text)

    @abstractmethod
    def one_moment(self) -> AbstractAsyncContextManager[None]:
        """A read transaction: all reads until the block ends see one moment.

        The block must not write and should be short: other callers wait for its end. Nested blocks share one
        transaction.
        """

    @abstractmethod
    async def erase_traces(self) -> None:
        """Remove deleted and overwritten data from the files; ``Busy`` if another program still reads it."""

    @abstractmethod
    def raise_last_id(self, table: str, last: int) -> list[Statement]:
        """Statements after which a table of ``last_ids`` gives new rows only ids higher than ``last``."""

    @abstractmethod
    async def close(self) -> None:
        """Wait for pending writes, then close the database. Closing twice is harmless."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def each_with(statements: Iterable[str], *values: SqlValue) -> list[Statement]:
    """Several statements with the same values, in order."""
    return [Statement(sql, Values(values)) for sql in statements]


def insert(into: str, rows: Sequence[tuple[SqlValue, ...]], then: str = "") -> list[Statement]:
    """Statements that insert rows, up to ``MOST_ROWS`` in each.

    ``into`` is the table with its columns, ``then`` an ON CONFLICT clause: SQL, never user input.
    """
    statements = []
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        marks = f"({', '.join('?' * len(some[0]))})"
        sql = f"INSERT INTO {into} VALUES {', '.join([marks] * len(some))} {then}"  # noqa: S608 (no value in it)
        statements.append(Statement(sql.rstrip(), Values(value for row in some for value in row)))
    return statements


FUNCTIONS: Final = (("GROUP_CONCAT(", "STRING_AGG("), ("LAST_INSERT_ROWID()", "LASTVAL()"))
"""Functions by their names in SQLite and in PostgreSQL."""


@lru_cache(maxsize=256)
def for_postgres(sql: str) -> str:
    """A statement for PostgreSQL: ``$1`` for the first ``?``, and its names of functions."""
    # No other differences: both databases sort texts by code points, and sums are of small numbers, for which
    # PostgreSQL returns an int as SQLite does.
    for name, theirs in FUNCTIONS:
        sql = sql.replace(name, theirs)
    first, *others = sql.split("?")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, start=1))
