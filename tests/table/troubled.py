"""A database with chosen writes that fail, wait, or are left in doubt."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

from bot.common.errors import InDoubt, StoreError
from bot.database.database import Database, Insert, Row, Run, Statement
from bot.database.opening import open_database

Chosen = Callable[[Statement | Insert], bool]
"""A predicate: whether a statement, or an insert, is chosen to fail."""

_WRITTEN: Final = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)")


class NothingStored(InDoubt):
    """The connection was lost before anything was stored, which the caller cannot tell."""


class TroubledDatabase(Database):
    """Fails the next chosen writes with ``troubles``, and holds them back while ``gate`` is closed.

    A write that fails with an ``InDoubt`` is stored, except with ``NothingStored``.
    """

    def __init__(self, database: Database, chosen: Chosen | None = None) -> None:
        super().__init__(database.leases)
        self._database = database
        self._chosen = chosen or writes_to("tables", "actions")
        self._refused: list[Chosen] = []
        self.troubles: list[StoreError | None] = []
        self.writes = 0
        """Number of chosen writes so far."""
        self.failed: Callable[[], None] = lambda: None
        """Called when a chosen write fails."""
        self.writing = asyncio.Event()
        """Set as soon as a chosen write has begun."""
        self.gate = asyncio.Event()
        self.gate.set()

    @contextmanager
    def refusing(self, *refused: Chosen) -> Iterator[None]:
        """Have all chosen writes fail, as on a full disk."""
        self._refused.extend(refused)
        try:
            yield
        finally:
            for one in refused:
                self._refused.remove(one)

    async def read(self, statement: Statement) -> list[Row]:
        self._refuse(statement)
        return await self._database.read(statement)

    async def write(self, *unit: Statement | Insert) -> list[Row]:
        self._refuse(*unit)
        trouble = await self._trouble() if any(map(self._chosen, unit)) else None
        rows = await self._database.write(*unit)
        self._lose(trouble)
        return rows

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        trouble: StoreError | None = None
        has_suffered = False

        async def suffer(statement: Statement) -> list[Row]:
            nonlocal trouble, has_suffered
            self._refuse(statement)
            if self._chosen(statement) and not has_suffered:
                has_suffered, trouble = True, await self._trouble()
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

    async def notify(self, kind: str, text: str) -> None:
        await self._database.notify(kind, text)

    def listen(self, kind: str, callback: Callable[[str], object]) -> None:
        self._database.listen(kind, callback)

    def raise_last_id(self, table: str, last: int) -> list[Statement]:
        return self._database.raise_last_id(table, last)

    async def erase_traces(self) -> None:
        await self._database.erase_traces()

    async def close(self) -> None:
        await self._database.close()

    def _refuse(self, *unit: Statement | Insert) -> None:
        if any(chosen(one) for chosen in self._refused for one in unit):
            raise disk_full()

    async def _trouble(self) -> StoreError | None:
        """The error to raise after a write was stored, or None.

        Raises:
            StoreError: the write fails without being stored.
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


def writes_to(*tables: str) -> Chosen:
    """A predicate: whether a part of a write is to one of the tables."""
    return lambda one: _written(one) in tables


def reads_of(*tables: str) -> Chosen:
    """A predicate: whether a statement reads one of the tables."""
    names = re.compile(rf"\b(?:FROM|JOIN)\s+(?:{'|'.join(tables)})\b")
    return lambda one: isinstance(one, Statement) and names.search(one.sql) is not None


def _written(one: Statement | Insert) -> str | None:
    """The table that a part of a write is to."""
    if isinstance(one, Insert):
        return one.into.split()[0]
    found = _WRITTEN.match(one.sql)
    return found and found[1]


async def open_troubled(path: Path) -> TroubledDatabase:
    """Open a database with writes that can be made to fail."""
    return TroubledDatabase(await open_database(path))


def disk_full() -> StoreError:
    """The error of a write on a full disk."""
    return StoreError("The disk is full: make room. Nothing was stored.")


def answer_lost() -> InDoubt:
    """The error of a write that was stored, but lost its answer."""
    return InDoubt("The connection was lost.")
