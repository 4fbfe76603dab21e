"""A store on which one of an evening's writes fails: before anything is stored, or after all of it was."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

from bot.common.errors import InDoubt, StoreError
from bot.models.stored import LogEntry, TableRecord
from bot.models.stored_evenings import EveningPlace, EveningRecord
from bot.models.stored_results import Results
from bot.store import SqlStore


class MortalStore(SqlStore):
    """Counts the writes that an evening is made of, and fails one of them."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store._database)
        self.writes = 0
        self.fails_at = 0
        """Which one fails, from 1; 0 for none."""
        self.is_in_doubt = False
        """Whether it is stored all the same."""
        self.failed: Callable[[], None] = lambda: None

    @asynccontextmanager
    async def _mortal(self) -> AsyncIterator[None]:
        self.writes += 1
        is_last = self.writes == self.fails_at
        if is_last and not self.is_in_doubt:
            self.failed()
            raise StoreError("The disk is full.")
        yield
        if is_last:
            self.failed()
            raise InDoubt("The connection was lost.")

    async def create_evening(self, evening: EveningRecord) -> EveningRecord:
        async with self._mortal():
            return await super().create_evening(evening)

    async def save_evening(
        self, evening: EveningRecord, before: EveningRecord, cards: Mapping[int, str] | None = None
    ) -> None:
        async with self._mortal():
            await super().save_evening(evening, before, cards)

    async def open_evening_table(
        self, table: TableRecord, entries: Sequence[LogEntry], place: EveningPlace
    ) -> TableRecord:
        async with self._mortal():
            return await super().open_evening_table(table, entries, place)

    async def append(
        self,
        table_id: int,
        entries: Sequence[LogEntry],
        *,
        results: Results | None = None,
        table: TableRecord | None = None,
    ) -> None:
        if results is None or results.match is None:
            await super().append(table_id, entries, results=results, table=table)
            return
        async with self._mortal():  # the end of a match
            await super().append(table_id, entries, results=results, table=table)
