"""What is stored, read at once by the bot's own store: so laws can ask for more than a row."""

from __future__ import annotations

import contextlib
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from bot.store.database import Row, SqlValue, Statement
from bot.store.sqlite import IN_MEMORY, SqliteDatabase
from bot.store.store import SqlStore

if TYPE_CHECKING:
    from tests.sim.disk import Disk

T = TypeVar("T")


class _AtOnce:
    """A way to the disk that takes no time, and changes nothing."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    async def execute_fetchall(self, sql: str, parameters: Sequence[SqlValue], /) -> list[Row]:
        """The rows that a statement gives."""
        rows: list[Row] = self._disk.connection.execute(sql, parameters).fetchall()
        return rows

    async def execute_as_one(self, statements: Sequence[Statement], /) -> list[list[Row]]:
        """Nothing is written."""
        raise AssertionError("a law changes nothing")

    async def rollback(self) -> None:
        """There is nothing to forget."""


def store_of(disk: Disk) -> SqlStore:
    """A store that reads a disk at once."""
    return SqlStore(SqliteDatabase(IN_MEMORY, _AtOnce(disk), contextlib.AsyncExitStack()))


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """What comes of work that waits for nothing but such a store."""
    try:
        work.send(None)
    except StopIteration as over:
        result: T = over.value
        return result
    raise AssertionError("it waits for something")
