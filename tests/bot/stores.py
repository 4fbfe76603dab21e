"""A real SQLite store that can be made to fail or to wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.common.errors import InDoubt, StoreError
from bot.database.opening import open_store
from bot.models.stored import LogEntry, TableRecord
from bot.models.stored_earlier_deals import EarlierDeal
from bot.models.stored_results import Results
from bot.store import SqlStore


class TroubledStore(SqlStore):
    """Fails the next writes with ``troubles``, and holds back every write while ``gate`` is closed.

    A write that fails with an ``InDoubt`` is stored all the same.
    """

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store._database)
        self.troubles: list[StoreError | None] = []
        self.writing = asyncio.Event()
        """Set as soon as a write has begun."""
        self.gate = asyncio.Event()
        self.gate.set()

    async def create_table(
        self, table: TableRecord, season_id: int | None = None, earlier: EarlierDeal | None = None
    ) -> TableRecord:
        async with self._suffering():
            return await super().create_table(table, season_id, earlier)

    async def save_table(self, table: TableRecord) -> None:
        async with self._suffering():
            await super().save_table(table)

    async def append(
        self,
        table_id: int,
        entries: Sequence[LogEntry],
        *,
        results: Results | None = None,
        table: TableRecord | None = None,
    ) -> None:
        async with self._suffering():
            await super().append(table_id, entries, results=results, table=table)

    async def fall_asleep(self, table_id: int, revision: int, due_at: float | None) -> None:
        async with self._suffering():
            await super().fall_asleep(table_id, revision, due_at)

    @asynccontextmanager
    async def _suffering(self) -> AsyncIterator[None]:
        self.writing.set()
        await self.gate.wait()
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is not None and not isinstance(trouble, InDoubt):
            raise trouble
        yield
        if trouble is not None:
            raise trouble


async def open_troubled(path: Path) -> TroubledStore:
    """Open a database whose writes can be made to fail."""
    return TroubledStore(await open_store(path))


def disk_full() -> StoreError:
    """What a write raises when nothing more fits on the disk."""
    return StoreError("The disk is full: make room. Nothing was stored.")


def answer_lost() -> InDoubt:
    """What a write raises whose answer got lost on the way; it was stored."""
    return InDoubt("The connection was lost.")
