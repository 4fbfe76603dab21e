"""Unloaded tables are loaded on use: by a press, a due time, a computer's turn.

Record and log must lead to a playable table. What cannot be read is quarantined: kept as it is stored, until
it is repaired or closed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from bot.common.background import Listeners
from bot.common.errors import NewerTable, NoTable, TableQuarantined
from bot.computers.kinds import is_known
from bot.database.database import Damaged, Database
from bot.models.stored_league import TableSeason
from bot.models.stored_tables import OPEN, DamagedTable, LogEntry, Status, TableRecord, UnloadedTable
from bot.table.desk.open_tables import Quarantined, Registry
from bot.table.desk.present import begin_window_again, replay, replay_in_slices
from bot.table.desk.table import Table
from bot.table.match.chance import drawn_for
from bot.table.match.earlier_deal import first_time
from bot.table.store.evenings import EveningPlaceStore
from bot.table.store.seasons import SeasonPlaceStore
from bot.table.store.tables import TableStore

log = logging.getLogger(__name__)


class Waking:
    """Loads, unloads and quarantines tables; concurrent requests for one table share one read."""

    def __init__(self, database: Database, tables: Registry, now: Callable[[], float]) -> None:
        self._database = database
        self._table_store = TableStore(database)
        self._tables = tables
        self._now = now
        self._reading: dict[int, asyncio.Task[Table]] = {}
        self.in_doubt: Final = set[int]()
        """Channels with an opening in doubt: the table may be stored, although no one was told."""
        self._load_listeners = Listeners[Callable[[Table], None]]()
        self.on_wake: Final = self._load_listeners.add
        """Call back with each table registered in memory, loaded or new. Returns a function that stops it."""
        self._unload_listeners = Listeners[Callable[[int], None]]()
        self.on_unload: Final = self._unload_listeners.add
        """Call back with the id of each unloaded table. Returns a function that stops it."""
        self._quarantine_listeners = Listeners[Callable[[Quarantined], None]]()
        self.on_quarantine: Final = self._quarantine_listeners.add
        """Call back with each quarantined table. Returns a function that stops it."""

    async def load_index(self) -> None:
        """Load the index of open tables; no table's log is read.

        Raises:
            StoreError: not even that can be read.
        """
        for stored in await self._table_store.unloaded_tables():
            if isinstance(stored, DamagedTable):
                self.quarantine(stored.id, stored.channel_id, stored.damage)
            elif stored.channel_id in self._tables:
                self.quarantine(stored.table_id, stored.channel_id, "Its channel has another table.")
            else:
                self._tables.unload(stored)
        log.info("resumed %d tables", len(self._tables))

    def unload(self, unloaded: UnloadedTable) -> None:
        """Unload a table that is stored completely, and notify listeners."""
        self._tables.unload(unloaded)
        for notify in self._unload_listeners.present:
            notify(unloaded.table_id)

    def quarantine(self, table_id: int, channel_id: int | None, damage: str) -> None:
        """Quarantine an unreadable table; only log it if its channel is unknown or has another table."""
        log.error("table %d is set aside: %s Look at it with: python -m bot doctor", table_id, damage)
        there = None if channel_id is None else self._tables.id_at(channel_id)
        if channel_id is None or there not in {None, table_id}:
            return
        quarantined = Quarantined(table_id, channel_id)
        self._tables.quarantine(quarantined)
        for listener in self._quarantine_listeners.present:
            listener(quarantined)

    async def wake(self, channel_id: int) -> Table:
        """Load the unloaded table of a channel; raises as ``Desk.awake``."""
        if channel_id in self.in_doubt:
            await self._look_for_opened(channel_id)
        if (loaded := self._tables.loaded.get(channel_id)) is not None:
            return loaded
        unloaded = self._tables.unloaded.get(channel_id)
        if unloaded is None:
            raise TableQuarantined if channel_id in self._tables.quarantined else NoTable
        return await asyncio.shield(self._reading.get(channel_id) or self._begin(unloaded))

    async def _look_for_opened(self, channel_id: int) -> None:
        """Read from the database whether an opening in doubt has succeeded."""
        record = await self._table_store.newest_table(channel_id)
        if channel_id not in self.in_doubt:
            return  # another opening has begun there, or another look has found it
        self.in_doubt.discard(channel_id)
        if record is not None and record.status in OPEN and channel_id not in self._tables:
            self._tables.unload(UnloadedTable(record.id, record.guild_id, channel_id, False, None))

    def _begin(self, unloaded: UnloadedTable) -> asyncio.Task[Table]:
        task = asyncio.create_task(self._read(unloaded))
        self._reading[unloaded.channel_id] = task
        task.add_done_callback(partial(self._end, unloaded.channel_id))
        return task

    def _end(self, channel_id: int, task: asyncio.Task[Table]) -> None:
        del self._reading[channel_id]
        if not task.cancelled():
            task.exception()  # its caller may have been cancelled

    async def close(self) -> None:
        """Wait until every table that is being loaded is read, or has failed."""
        await asyncio.gather(*self._reading.values(), return_exceptions=True)

    async def _read(self, unloaded: UnloadedTable) -> Table:
        try:
            table = await self._taken_up(unloaded)
        except NewerTable:
            log.error("table %d is played by a newer version: update the bot to go on", unloaded.table_id)
            raise
        except Damaged as error:
            self.quarantine(unloaded.table_id, unloaded.channel_id, str(error))
            raise TableQuarantined from None
        if not unloaded.is_known:
            # It was not unloaded in time: the bot stopped, and players could not answer.
            begin_window_again(table, self._now())
            table.clock.taken_up_at = asyncio.get_running_loop().time()
        self.keep(table)
        return table

    def keep(self, table: Table) -> None:
        """Register a loaded or new table, and notify listeners."""
        self._tables.keep(table)
        for woken in self._load_listeners.present:
            woken(table)

    async def _taken_up(self, unloaded: UnloadedTable) -> Table:
        record = await self._table_store.table(unloaded.table_id)
        if record is None or record.status not in OPEN or record.channel_id != unloaded.channel_id:
            raise Damaged("Its row cannot be read.")
        log_of_match = [] if record.status is Status.LOBBY else await self._table_store.log(record.id)
        table = checked_playable(await played_in_slices(record, log_of_match))
        table.match.drawn = await drawn_for(self._database, record.id)
        await read_purpose(self._database, table)
        return table


async def season_of(database: Database, record: TableRecord) -> TableSeason | None:
    """The season of a table, or None; only tables with settled rules can be in one.

    Raises:
        Damaged: that cannot be read.
    """
    return None if record.settled is None else await SeasonPlaceStore(database).table_season(record.id)


async def read_purpose(database: Database, table: Table) -> None:
    """Read the season or evening a stored table was opened for, or how its earlier deal was played first.

    Raises:
        Damaged: that cannot be read.
    """
    table.of_evening = await EveningPlaceStore(database).evening_place(table.record.id) is not None
    table.season = await season_of(database, table.record)
    if table.record.settled is not None:
        table.first_time = await first_time(database, table.record.id)


def played(record: TableRecord, log: Iterable[LogEntry]) -> Table:
    """A table in memory, by replaying its log.

    Raises:
        NewerTable: a newer version of the bot has played at it.
        Damaged: the log does not fit the rules.
    """
    with as_damaged():
        table = Table(record)
        replay(table, log)
    return table


async def played_in_slices(record: TableRecord, log: Iterable[LogEntry]) -> Table:
    """Like ``played``, letting other tasks run between slices of the log."""
    with as_damaged():
        table = Table(record)
        for _ in replay_in_slices(table, log):
            await asyncio.sleep(0)
    return table


def checked_playable(table: Table) -> Table:
    """The table, if its seats fit the game and its match can continue.

    Raises:
        Damaged: its record or log cannot be what was stored.
    """
    record = table.record
    computers = {seat.computer for seat in record.seats if seat.computer is not None}
    if len(record.seats) not in table.match.game.about.seats or not all(map(is_known, computers)):
        raise Damaged("Its seats do not fit the game.")
    if record.status is Status.PLAYING and not table.match.can_continue:
        raise Damaged("Its last acts are missing.")
    return table


@contextmanager
def as_damaged() -> Iterator[None]:
    """Turn any error while replaying a log into ``Damaged``.

    Raises:
        NewerTable: a newer version of the bot has played it.
        Damaged: anything else went wrong.
    """
    try:
        yield
    except NewerTable:
        raise
    except Exception:  # noqa: BLE001  (a damaged act may do anything to the rules, and what they say names cards)
        raise Damaged("Its acts do not fit the rules.") from None
