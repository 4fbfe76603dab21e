"""What the store asks of a database: to read, to write what belongs together, several statements as one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple

Row = tuple[Any, ...]
SqlValue = int | float | str | None

MOST_ROWS = 1000
"""Rows of one INSERT: both databases take more than 32,000 values in a statement."""


class Values(tuple[SqlValue, ...]):
    """The values of a statement. Drivers log them, so their ``repr`` shows no hand and no token."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{len(self)} values>"


class Statement(NamedTuple):
    """One SQL statement, in what every database understands; each ``?`` stands for a value."""

    sql: str
    values: Values = Values()
    must_find: bool = False
    """In a unit: whether giving no row back means that there is no such table."""


class Insert(NamedTuple):
    """Rows to add. Those of several units go into one statement."""

    into: str
    """The table and its columns; no input."""
    rows: Sequence[Values]


Unit = Sequence[Statement | Insert]
"""What is stored together or not at all. Rows it adds come first: no statement of it may precede them."""
Run = Callable[[Statement], Awaitable[list[Row]]]


class Database(ABC):
    """An open database. Every error is a StoreError, and no message shows a statement's values.

    One coroutine has it at a time, so nobody's statement slips into another's transaction, and nobody
    reads what may yet be rolled back.
    """

    @abstractmethod
    async def read(self, statement: Statement) -> list[Row]:
        """Run one statement that changes nothing, and give the rows it returns.

        Raises:
            StoreError: it failed.
        """

    async def count(self, statement: Statement) -> int:
        """Run one statement that counts, and give the number.

        Raises:
            StoreError: it failed.
        """
        [[number]] = await self.read(statement)
        return int(number)

    @abstractmethod
    async def write(self, *unit: Statement | Insert) -> list[Row]:
        """Store a unit, in one commit with all that wait now; returns the rows of its last statement.

        A caller cancelled meanwhile cannot know whether it was stored.

        Raises:
            StoreError: it failed, and nothing of it has changed.
        """

    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Run]:
        """Several statements as one: stored when the block ends, rolled back if it raises or is cancelled.

        Raises:
            StoreError: one failed, and nothing has changed.
        """

    def check_held(self) -> None:  # noqa: B027  (a database that is only looked at is nobody's)
        """Check, without a wait, that the database is still this process's as far as that is known.

        Raises:
            Displaced: it was moved, replaced or taken over.
        """

    @abstractmethod
    def one_moment(self) -> AbstractAsyncContextManager[None]:
        """Have all that is read until the block ends be read as of one moment, in one transaction.

        Nothing may be written in the block, and others wait for its end: read, and let go. A block within
        another one is a part of it.

        Raises:
            StoreError: the database cannot be read.
        """

    @abstractmethod
    async def erase_traces(self) -> None:
        """Have nothing that was deleted or overwritten be left in a file.

        Raises:
            StoreError: it failed, or somebody reads what was there before.
        """

    @abstractmethod
    async def close(self) -> None:
        """Wait for what is in flight, then let go of the database. Closing twice is harmless."""


def each_with(statements: Iterable[str], *values: SqlValue) -> list[Statement]:
    """Several statements with the same values."""
    return [Statement(sql, Values(values)) for sql in statements]


def insert(into: str, rows: Sequence[tuple[SqlValue, ...]], then: str = "") -> list[Statement]:
    """Insert rows, as many in a statement as it may have.

    ``into`` names the columns, and ``then`` says what is done where there is such a row; neither is input.
    """
    statements = []
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        marks = f"({', '.join('?' * len(some[0]))})"
        sql = f"INSERT INTO {into} VALUES {', '.join([marks] * len(some))} {then}"  # noqa: S608 (no value in it)
        statements.append(Statement(sql.rstrip(), Values(value for row in some for value in row)))
    return statements
