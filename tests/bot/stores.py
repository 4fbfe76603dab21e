"""A real SQLite store that can be made to fail or to wait."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bot.errors import StoreError
from bot.store.opening import open_store
from bot.store.store import SqlStore
from bot.store.stored import LogEntry, TableRecord
from bot.store.stored_results import Results


class TroubledStore(SqlStore):
    """Fails the next writes with ``troubles``, and holds back every write while ``gate`` is closed."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store._database)
        self.troubles: list[StoreError | None] = []
        self.writing = asyncio.Event()
        """Set as soon as a write has begun."""
        self.gate = asyncio.Event()
        self.gate.set()

    async def create_table(self, table: TableRecord) -> TableRecord:
        await self._suffer()
        return await super().create_table(table)

    async def save_table(self, table: TableRecord) -> None:
        await self._suffer()
        await super().save_table(table)

    async def append(
        self,
        table_id: int,
        entries: Sequence[LogEntry],
        *,
        results: Results | None = None,
        table: TableRecord | None = None,
    ) -> None:
        await self._suffer()
        await super().append(table_id, entries, results=results, table=table)

    async def _suffer(self) -> None:
        self.writing.set()
        await self.gate.wait()
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is not None:
            raise trouble


async def open_troubled(path: Path) -> TroubledStore:
    """Open a database whose writes can be made to fail."""
    return TroubledStore(await open_store(path))


def disk_full() -> StoreError:
    """What a write raises when nothing more fits on the disk."""
    return StoreError("The disk is full: make room. Nothing was stored.")
