"""Damaged tables: repaired or closed, without deleting their rows."""

from __future__ import annotations

import asyncio
import logging
from random import Random
from typing import Final

from bot.common.errors import Refused, TableQuarantined
from bot.database.database import Database
from bot.models.endings import Ending, Managed
from bot.models.stored import AuditEntry, DamagedTable, Status
from bot.table.desk.open_tables import Registry
from bot.table.desk.table import Table
from bot.table.desk.waking import Waking
from bot.table.repairing import repair
from bot.table.store.repairs import RepairStore
from bot.table.store.tables import TableStore

log = logging.getLogger(__name__)

NOT_DAMAGED: Final = "This channel has no damaged table."


class DamagedTables:
    """Repairs or closes quarantined tables."""

    def __init__(self, database: Database, tables: Registry, waking: Waking) -> None:
        self._database = database
        self._repair_store = RepairStore(database)
        self._table_store = TableStore(database)
        self._tables = tables
        self._waking = waking
        self._repairing = asyncio.Lock()

    async def make_room(self, channel_id: int) -> None:
        """Close a channel's stored lobby that is unknown in memory, after an opening of uncertain outcome.

        Raises:
            TableQuarantined: it is a match, or damaged: it is quarantined now.
        """
        for left in await self._table_store.every_open_table():
            if left.channel_id != channel_id:
                continue
            if isinstance(left, DamagedTable) or left.status is not Status.LOBBY:
                self._waking.quarantine(left.id, left.channel_id, "It is not known in memory.")
                raise TableQuarantined
            await self._table_store.save_table(left.closed(Ending.EMPTY))

    async def repair(self, channel_id: int, user_id: int, now: float, random: Random) -> Table:
        """Replace a channel's damaged table by one with a new id; play continues after its last valid action.

        ``user_id`` is the server manager who repairs it.

        Raises:
            Refused: the channel has no such table, or too much of it is damaged.
        """
        async with self._repairing:
            quarantined = self._tables.quarantined_at(channel_id)
            if quarantined is None:
                raise Refused(NOT_DAMAGED)
            table, acts = await repair(self._database, quarantined.id, user_id, now, random)
            self._tables.release(quarantined)
            self._tables.keep(table)
        log.info("table %d is repaired: as table %d, with %d acts", quarantined.id, table.record.id, acts)
        return table

    async def close_damaged(
        self, guild_id: int, channel_id: int, user_id: int, now: float, reason: str
    ) -> int | None:
        """Close a channel's unreadable table for a server manager; its rows stay stored.

        Returns its number; None where there is none.
        """
        async with self._repairing:
            quarantined = self._tables.quarantined_at(channel_id)
            if quarantined is None:
                return None
            closed = AuditEntry(guild_id, quarantined.id, user_id, Managed.CLOSED, now, reason)
            await self._repair_store.close_damaged(closed)
            self._tables.release(quarantined)
        return quarantined.id
