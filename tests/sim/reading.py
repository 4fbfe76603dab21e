"""What is stored, read at once by the bot's own store: so laws can ask for more than a row."""

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
    """A way to the disk that takes no time, and changes nothing."""

    def __init__(self, disk: Disk) -> None:
        self.names: set[str] = set()
        """Every name in the statements so far: those of all tables that were read are among them."""
        self._disk = disk

    async def execute_fetchall(self, sql: str, parameters: Sequence[SqlValue], /) -> list[Row]:
        """The rows that a statement gives."""
        if sql == BEGIN_READING.sql:
            return []  # what takes no time is read as of one moment
        self.names |= _names_in(sql)
        rows: list[Row] = self._disk.connection.execute(sql, parameters).fetchall()
        return rows

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Nothing is written."""
        raise AssertionError("a law changes nothing")

    async def rollback(self) -> None:
        """There is nothing to forget."""


def store_of(disk: Disk) -> Database:
    """A store that reads a disk at once."""
    return _store_on(_AtOnce(disk))


def _store_on(reading: _AtOnce) -> Database:
    return SqliteDatabase(IN_MEMORY, reading, contextlib.AsyncExitStack())


@lru_cache
def _names_in(sql: str) -> frozenset[str]:
    return frozenset(_NAME.findall(sql))


class _Right(NamedTuple):
    """What something was like when it was found right."""

    shown: object
    tables: frozenset[str]
    """Of the database, those it was drawn from."""
    changes: int
    """How often these had been changed."""


class Unchanged:
    """Remembers what was found right, until a table it was drawn from has changed, or what is shown of it."""

    def __init__(self, disk: Disk) -> None:
        self.looks = 0
        """How often something was looked at that may have changed."""
        self._disk = disk
        self._right: dict[Hashable, _Right] = {}

    def problems(self, what: Hashable, shown: object, look: Callable[[Database], Iterable[T]]) -> Sequence[T]:
        """What is wrong with something that a look at the store and at what is shown of it tells."""
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
    """What comes of work that waits for nothing but such a store."""
    try:
        work.send(None)
    except StopIteration as over:
        result: T = over.value
        return result
    raise AssertionError("it waits for something")
