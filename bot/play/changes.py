"""Changes of tables: worked out under the table's lock, stored, and only then the present and told of."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, TypeVar

from bot.errors import Refused
from bot.play.open_tables import Registry
from bot.play.shown import ShownTable, Update
from bot.play.step import Step
from bot.play.table import Table
from bot.store.protocol import Conflict, InDoubt, Store
from bot.store.stored import OPEN, TableRecord
from rules.core.events import heard_by

log = logging.getLogger(__name__)
T = TypeVar("T")

Listener = Callable[[Update], None]
Work = Callable[[Table], TableRecord | Step | None]
"""Works out a change of a table: its next record, its next step, or nothing to store."""

READ_AGAIN: Final = "The table was reloaded. Look again and choose."


class Changes:
    """Carries changes out, one at a time for each table."""

    def __init__(self, store: Store, tables: Registry, turn_limit: float) -> None:
        self._store = store
        self._tables = tables
        self._turn_limit = turn_limit
        self._listeners: list[Listener] = []
        self._at_work: set[asyncio.Task[Any]] = set()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told of every change once it is stored; returns how to stop listening."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def close(self) -> None:
        """Wait until every change under way is stored."""
        while at_work := tuple(self._at_work):
            await asyncio.gather(*at_work, return_exceptions=True)
            # Where all were done, gather gave the loop no turn: who asked for them has yet to hear of it.
            self._at_work.difference_update(at_work)

    async def unbroken(self, change: Coroutine[Any, Any, T]) -> T:
        """Finish a change even if the one who asked for it is cancelled."""
        task = asyncio.create_task(change)
        self._at_work.add(task)
        try:
            return await asyncio.shield(task)
        finally:
            if task.done():
                self._at_work.discard(task)
            else:
                task.add_done_callback(self._at_work.discard)

    async def make(
        self, channel_id: int, work: Work, table_id: int | None = None, revision: int | None = None
    ) -> ShownTable:
        """Change the open table of a channel.

        Raises:
            Refused: there is none, or not the one wanted, or what ``work`` refuses.
            StoreError: it could not be stored; nothing has changed.
        """
        return await self.unbroken(self._make(channel_id, work, table_id, revision))

    async def _make(
        self, channel_id: int, work: Work, table_id: int | None, revision: int | None
    ) -> ShownTable:
        table = self._tables.at(channel_id)
        async with table.lock:
            await self.settle(table)
            table.check(table_id, revision)
            change = work(table)
            try:
                if isinstance(change, Step):
                    await self._carry_out(table, change)
                elif change not in (None, table.record):
                    changed = replace(change, revision=table.revision + 1)
                    await self._store.save_table(changed)
                    table.replace_record(changed)
            except InDoubt:
                table.is_in_doubt = True
                raise
        return self.tell(table, change if isinstance(change, Step) else None)

    async def _carry_out(self, table: Table, step: Step) -> None:
        changed = step.record.status is not table.record.status or step.record.seats != table.record.seats
        try:
            await self._store.append(
                table.record.id, step.entries, results=step.results, table=step.record if changed else None
            )
        except Conflict:
            await self._read_again(table)
            raise Refused(READ_AGAIN) from None
        table.adopt(step)

    async def settle(self, table: Table) -> None:
        """Read a table again, under its lock, if it is in doubt whether its last change was stored.

        Raises:
            StoreError: that cannot be found out yet.
        """
        if table.is_in_doubt:
            await self._read_again(table)

    async def _read_again(self, table: Table) -> None:
        """Read a table again and tell of it: what is stored is what holds."""
        entries = await self._store.log(table.record.id)
        stored = {record.id: record for record in await self._store.open_tables()}
        log.error("table %d is read again: its log was ahead of memory, or may have been", table.record.id)
        table.read_again(stored.get(table.record.id), entries)
        self.tell(table)

    def tell(self, table: Table, step: Step | None = None) -> ShownTable:
        """Tell everyone who listens what has changed; returns the table as it is now shown."""
        if table.record.status not in OPEN:
            self._tables.put_away(table)
        shown = table.shown(self._turn_limit)
        update = Update(shown, heard_by(step.events, None) if step else ())
        for listener in tuple(self._listeners):
            try:
                listener(update)
            except Exception:
                log.exception("a listener failed on table %d", table.record.id)
        return shown
