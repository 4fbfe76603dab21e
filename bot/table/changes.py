"""Changes of tables: what was worked out is stored, only then the present, and only then told of."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Final, NamedTuple

from bot.common.errors import InDoubt, Refused, TableSetAside
from bot.common.listeners import Listeners
from bot.database.database import Database
from bot.database.errors import Conflict, Damaged
from bot.models.endings import Ending, Managed
from bot.models.stored import OPEN, AuditEntry, LogEntry, TableRecord
from bot.models.stored_results import Results
from bot.table.earlier_deal import first_time
from bot.table.notable import notes_of
from bot.table.open_tables import Registry
from bot.table.shown import ShownTable, Update
from bot.table.step import Step
from bot.table.store.tables import TableStore
from bot.table.table import Table
from bot.table.turn_time import TurnTime
from bot.table.waking import Waking
from rules.core.events import heard_by

log = logging.getLogger(__name__)

Listener = Callable[[Update], None]

READ_AGAIN: Final = "The table was reloaded. Look again and choose."


class Held(NamedTuple):
    """A table's lock, held while it is changed. No generator: each act needs one, and that takes longer."""

    table: Table
    catch_up: Callable[[Table], Awaitable[None]]

    async def __aenter__(self) -> None:
        await self.table.lock.acquire()
        if self.table.is_in_doubt:
            try:
                await self.catch_up(self.table)
            except BaseException:
                self.table.lock.release()
                raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, InDoubt):
            self.table.is_in_doubt = True
        self.table.lock.release()


class Changes:
    """Carries changes out, one at a time for each table."""

    def __init__(self, database: Database, tables: Registry, waking: Waking, turn_time: TurnTime) -> None:
        self._database = database
        self._store = TableStore(database)
        self._tables = tables
        self._waking = waking
        self._turn_time = turn_time
        self._listeners = Listeners[Listener]()
        self.of: Final = partial(Held, catch_up=self._catch_up)
        """Hold a table's lock, sure of what is stored of it: where that is in doubt it is read again first.

        Raises:
            StoreError: what is stored cannot be found out yet.
        """

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told of every change once it is stored; returns how to stop listening."""
        return self._listeners.add(listener)

    async def save(self, table: Table, record: TableRecord, audit: AuditEntry | None = None) -> None:
        """Store the record of a table as it shall be, if that is another, and make it the present.

        ``audit`` is what a manager of the server did, if that is why: it is stored with it.

        Raises:
            StoreError: it could not be stored; nothing has changed.
        """
        if record == table.record:
            return
        changed = table.with_leavers(record)._replace(revision=table.revision + 1)
        if audit is None:
            await self._store.save_table(changed)
        else:
            await self._store.append(changed.id, (), results=Results(audit=audit), table=changed)
        table.replace_record(changed)

    async def carry_out(self, table: Table, step: Step) -> ShownTable:
        """Store a step of a match, make it the present, and tell of it.

        Raises:
            Refused: the log was ahead of memory: the table has been read again instead.
            StoreError: it could not be stored; nothing has changed.
        """
        changed = step.record.status is not table.record.status or step.record.seats != table.record.seats
        try:
            results = step.results and await self._with_notes(table, step.results, step.entries)
            await self._store.append(
                table.record.id, step.entries, results=results, table=step.record if changed else None
            )
        except Conflict:
            await self._catch_up(table)
            raise Refused(READ_AGAIN) from None
        table.adopt(step)
        return self.tell(table, step)

    async def close(self, table: Table, record: TableRecord, now: float, reason: str = "") -> ShownTable:
        """Store that a table is closed, with the score of a counted match it breaks off, and tell of it.

        Where a manager of the server closes it, that stands in the audit list.

        Raises:
            StoreError: it could not be stored; nothing has changed.
        """
        changed = record._replace(revision=table.revision + 1)
        results = table.broken_off(changed, now)
        results = results and await self._with_notes(table, results, ())
        if changed.ended is Ending.MANAGER and changed.ended_by is not None:
            closed = audit_entry(changed, changed.ended_by, Managed.CLOSED, now, reason)
            results = replace(results or Results(), audit=closed)
        await self._store.append(changed.id, (), results=results, table=changed)
        table.replace_record(changed)
        return self.tell(table)

    async def _with_notes(self, table: Table, results: Results, entries: Sequence[LogEntry]) -> Results:
        """The same results, with what was special in the match where they hold its end."""
        if results.match is None:
            return results
        log = [*await self._store.log(table.record.id), *entries]
        return replace(results, match=replace(results.match, notes=notes_of(table.record.seats, log)))

    async def _catch_up(self, table: Table) -> None:
        """Read a table again of which more is stored than is in memory, or may be."""
        log.error("table %d is read again: its log was ahead of memory, or may have been", table.record.id)
        await self.read_again(table)

    async def read_again(self, table: Table) -> None:
        """Read a table again, which is locked, and tell of it: what is stored is what holds."""
        try:
            entries = await self._store.log(table.record.id)
            record = await self._store.table(table.record.id)
            table.first_time = await first_time(self._database, table.record.id)
        except Damaged as error:
            self._waking.set_aside(table.record.id, table.record.channel_id, str(error))
            raise TableSetAside from None
        table.read_again(record if record and record.status in OPEN else None, entries)
        self.tell(table)

    def tell(self, table: Table, step: Step | None = None) -> ShownTable:
        """Tell everyone who listens what has changed; returns the table as it is now shown."""
        if table.record.status not in OPEN:
            self._tables.put_away(table)
        shown = table.shown(self._turn_time)
        update = Update(shown, heard_by(step.events, None) if step else ())
        for listener in self._listeners.present:
            try:
                listener(update)
            except Exception:
                log.exception("a listener failed on table %d", table.record.id)
        return shown


def audit_entry(table: TableRecord, user_id: int, what: Managed, at: float, reason: str = "") -> AuditEntry:
    """What a manager of the server did at a table, for the audit list."""
    return AuditEntry(table.guild_id, table.id, user_id, what, at, reason)
