"""Reads the stored data at once through the bot's own stores, for the laws."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Coroutine, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from bot.database.database import Database, Row, SqlValue, Statement
from bot.database.sqlite import BEGIN_READING, IN_MEMORY, SqliteDatabase

if TYPE_CHECKING:
    from tests.sim.disk import Disk

T = TypeVar("T")
_NAME: Final = re.compile(r"\w+")


class _AtOnce:
    """A read-only connection to the disk that takes no virtual time."""

    def __init__(self, disk: Disk) -> None:
        self.names: set[str] = set()
        """All words in the statements so far, which include the SQL tables read."""
        self._disk = disk

    async def execute_fetchall(self, sql: str, parameters: Sequence[SqlValue], /) -> list[Row]:
        """The rows of a query."""
        if sql == BEGIN_READING.sql:
            return []  # no transaction is needed, since no time passes
        self.names |= _names_in(sql)
        rows: list[Row] = self._disk.connection.execute(sql, parameters).fetchall()
        return rows

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Nothing is written."""
        raise AssertionError("a law changes nothing")

    async def rollback(self) -> None:
        """Nothing to roll back."""


def store_of(disk: Disk) -> Database:
    """A database that reads the disk without virtual time."""
    return _store_on(_AtOnce(disk))


def _store_on(reading: _AtOnce) -> Database:
    return SqliteDatabase(IN_MEMORY, reading, contextlib.AsyncExitStack())


@lru_cache
def _names_in(sql: str) -> frozenset[str]:
    return frozenset(_NAME.findall(sql))


class _Right(NamedTuple):
    """The inputs of a check that found no problem."""

    shown: object
    tables: frozenset[str]
    """The SQL tables it read."""
    changes: int
    """The number of writes to these tables by then."""


class Unchanged:
    """A cache of passed checks, valid until a table they read or the shown content changes."""

    def __init__(self, disk: Disk) -> None:
        self.looks = 0
        """Number of checks not answered from the cache."""
        self._disk = disk
        self._right: dict[Hashable, _Right] = {}

    def problems(self, what: Hashable, shown: object, look: Callable[[Database], Iterable[T]]) -> Sequence[T]:
        """The problems that ``look`` finds; empty without looking if nothing changed since a passed check."""
        right = self._right.pop(what, None)
        if right is None or (right.shown, right.changes) != (shown, self._changes(right.tables)):
            self.looks += 1
            reading = _AtOnce(self._disk)
            problems = list(look(_store_on(reading)))
            if problems:
                return problems
            tables = self._disk.changes.keys() & reading.names
            right = _Right(shown, frozenset(tables), self._changes(tables))
        self._right[what] = right
        return ()

    def _changes(self, tables: Iterable[str]) -> int:
        return sum(self._disk.changes[table] for table in tables)


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that awaits nothing but such a database."""
    try:
        work.send(None)
    except StopIteration as over:
        result: T = over.value
        return result
    raise AssertionError("it waits for something")
