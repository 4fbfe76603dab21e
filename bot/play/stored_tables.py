"""From what is stored to tables in memory: all of them at a start, damaged ones when they are repaired."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

from bot.errors import NewerTable, Refused, TableSetAside
from bot.play.open_tables import Registry, SetAside
from bot.play.repairing import repair
from bot.play.table import Table
from bot.play.taking_up import taken_up
from bot.store.protocol import Damaged, Store
from bot.store.stored import DamagedTable, LogEntry, Status, TableRecord

log = logging.getLogger(__name__)

Logs = Mapping[int, list[LogEntry]]

NOT_DAMAGED: Final = "This channel has no damaged table."


class StoredTables:
    """Takes tables up, and sets aside those that cannot be read."""

    def __init__(self, store: Store, tables: Registry) -> None:
        self._store = store
        self._tables = tables
        self._repairing = asyncio.Lock()

    async def take_up_all(self) -> None:
        """Take up every open table as it was stored."""
        logs = await self._store.open_logs()
        for stored in await self._store.every_open_table():
            if isinstance(stored, DamagedTable):
                self._set_aside(stored, stored.damage)
            else:
                await self._take_up(stored, logs)
        log.info("resumed %d tables", len(self._tables))

    async def _take_up(self, record: TableRecord, logs: Logs) -> None:
        try:
            table = taken_up(record, await self._log_of(record, logs))
        except NewerTable:
            self._tables.leave_alone(record.channel_id)
            log.error("table %d is played by a newer version: update the bot to go on", record.id)
        except Damaged as error:
            self._set_aside(record, str(error))
        else:
            if record.channel_id in self._tables:
                self._set_aside(record, "Its channel has another table.")
            else:
                self._tables.keep(table)

    async def _log_of(self, table: TableRecord, logs: Logs) -> list[LogEntry]:
        """The log of a table, read by itself where it could not be read with the others.

        Raises:
            Damaged: it cannot be read.
        """
        if table.id in logs or table.status is Status.LOBBY:
            return logs.get(table.id, [])
        return await self._store.log(table.id)

    def _set_aside(self, table: TableRecord | DamagedTable, damage: str) -> None:
        log.error("table %d is set aside: %s Look at it with: python -m bot doctor", table.id, damage)
        if table.channel_id is not None and table.channel_id not in self._tables:
            self._tables.set_aside(SetAside(table.id, table.channel_id))

    async def make_room(self, channel_id: int) -> None:
        """Close a lobby of a channel that is unknown here, for its opening was left in doubt; nothing else.

        Raises:
            TableSetAside: it is something else, which cannot be read.
        """
        for left in await self._store.every_open_table():
            if left.channel_id != channel_id:
                continue
            if isinstance(left, DamagedTable) or left.status is not Status.LOBBY:
                self._set_aside(left, "It is not known in memory.")
                raise TableSetAside
            await self._store.save_table(replace(left, status=Status.CANCELLED))

    async def repair(self, channel_id: int, now: float, random: Random) -> Table:
        """Bring the damaged table of a channel back; it goes on after its last good act.

        Raises:
            Refused: the channel has no such table, or too much of it is damaged.
        """
        async with self._repairing:
            aside = self._tables.set_aside_at(channel_id)
            if aside is None:
                raise Refused(NOT_DAMAGED)
            table, acts = await repair(self._store, aside.id, now, random)
            self._tables.let_go(aside)
            self._tables.keep(table)
        log.info("table %d is repaired: as table %d, with %d acts", aside.id, table.record.id, acts)
        return table

    async def close_damaged(self, channel_id: int) -> bool:
        """Close a channel's table that cannot be read, which stays stored; tells whether there is one."""
        async with self._repairing:
            aside = self._tables.set_aside_at(channel_id)
            if aside is None:
                return False
            await self._store.close_damaged(aside.id)
            self._tables.let_go(aside)
        return True
