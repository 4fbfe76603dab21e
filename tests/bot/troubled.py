"""A database of which chosen writes fail, wait, or are left in doubt."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.common.errors import InDoubt, StoreError
from bot.database.database import Database, Insert, Row, Run, Statement
from bot.database.opening import open_database

_WRITTEN: Final = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)")


class NothingStored(InDoubt):
    """The connection was lost before anything was stored: nobody could tell."""


class TroubledDatabase(Database):
    """Fails the next writes with ``troubles``, and holds back every write while ``gate`` is closed.

    That is so of writes of chosen tables only, by default those of matches. A write that fails with an
    ``InDoubt`` is stored all the same, but with ``NothingStored``.
    """

    def __init__(self, database: Database, *of: str) -> None:
        self._database = database
        self.of = frozenset(of or ("tables", "actions"))
        self.troubles: list[StoreError | None] = []
        self.writes = 0
        """How many writes of such a table there were."""
        self.failed: Callable[[], None] = lambda: None
        """Called as one of them fails."""
        self.writing = asyncio.Event()
        """Set as soon as one has begun."""
        self.gate = asyncio.Event()
        self.gate.set()

    async def read(self, statement: Statement) -> list[Row]:
        return await self._database.read(statement)

    async def write(self, *unit: Statement | Insert) -> list[Row]:
        trouble = await self._trouble() if self._is_chosen(*unit) else None
        rows = await self._database.write(*unit)
        self._lose(trouble)
        return rows

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        trouble: StoreError | None = None
        has_suffered = False

        async def suffer(statement: Statement) -> list[Row]:
            nonlocal trouble, has_suffered
            if self._is_chosen(statement) and not has_suffered:
                trouble, has_suffered = await self._trouble(), True
            return await run(statement)

        async with self._database.transaction() as run:
            yield suffer
        self._lose(trouble)

    @asynccontextmanager
    async def one_moment(self) -> AsyncIterator[None]:
        async with self._database.one_moment():
            yield

    def check_held(self) -> None:
        self._database.check_held()

    async def erase_traces(self) -> None:
        await self._database.erase_traces()

    async def close(self) -> None:
        await self._database.close()

    def _is_chosen(self, *unit: Statement | Insert) -> bool:
        """Whether such a write may suffer."""
        return any(_written(one) in self.of for one in unit)

    async def _trouble(self) -> StoreError | None:
        """What is to happen to a write after it was stored.

        Raises:
            StoreError: it is not to be stored.
        """
        self.writes += 1
        self.writing.set()
        await self.gate.wait()
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is not None and (not isinstance(trouble, InDoubt) or isinstance(trouble, NothingStored)):
            self.failed()
            raise trouble
        return trouble

    def _lose(self, trouble: StoreError | None) -> None:
        if trouble is not None:
            self.failed()
            raise trouble


def _written(one: Statement | Insert) -> str | None:
    """The table that a part of a write is of."""
    if isinstance(one, Insert):
        return one.into.split()[0]
    found = _WRITTEN.match(one.sql)
    return found and found[1]


async def open_troubled(path: Path) -> TroubledDatabase:
    """Open a database whose writes can be made to fail."""
    return TroubledDatabase(await open_database(path))


def disk_full() -> StoreError:
    """What a write raises when nothing more fits on the disk."""
    return StoreError("The disk is full: make room. Nothing was stored.")


def answer_lost() -> InDoubt:
    """What a write raises whose answer got lost on the way; it was stored."""
    return InDoubt("The connection was lost.")
