"""Damaged tables: repaired or closed, without deleting their rows."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Final

from bot.common.errors import Refused, TableQuarantined
from bot.common.text import is_former
from bot.database.database import Damaged, Database
from bot.models.endings import Ending, Managed
from bot.models.stored_settings import AuditEntry
from bot.models.stored_tables import OPEN, DamagedTable, LogEntry, Status, TableRecord
from bot.table.desk.changing import AtDesk, Desk, audit_entry, unbroken
from bot.table.desk.shown import ShownTable
from bot.table.desk.steps import chance_step
from bot.table.desk.table import Table
from bot.table.desk.waking import checked_playable, played, read_purpose
from bot.table.match.chance import drawn_for
from bot.table.presence import without_user
from bot.table.store.repairs import RepairStore
from bot.table.store.tables import TableStore
from rules.core.events import DealScored

log = logging.getLogger(__name__)

NOT_DAMAGED: Final = "This channel has no damaged table."
BEYOND_REPAIR: Final = (
    "Too much of this table is damaged to bring it back. It's kept as it is. "
    "`/rook-admin close` makes room for another one."
)
EVERYONE_FORGOTTEN: Final = (
    "Everyone who sat at this table is forgotten, so no one can go on. "
    "`/rook-admin close` makes room for another one."
)


class DamagedTables(AtDesk):
    """Repairs or closes quarantined tables."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._repair_store = RepairStore(desk.database)
        self._table_store = TableStore(desk.database)
        self._repairing = asyncio.Lock()

    async def make_room(self, channel_id: int) -> None:
        """Close a channel's stored lobby that is unknown in memory, after an opening of uncertain outcome.

        Raises:
            TableQuarantined: it is a match, or damaged: it is quarantined now.
        """
        for left in await self._table_store.open_tables():
            if left.channel_id != channel_id:
                continue
            if isinstance(left, DamagedTable) or left.status is not Status.LOBBY:
                self.desk.waking.quarantine(left.id, left.channel_id, "It is not known in memory.")
                raise TableQuarantined
            await self._table_store.save_table(left.closed(Ending.EMPTY))

    @unbroken
    async def repair(self, channel_id: int, user_id: int) -> ShownTable:
        """Replace a channel's damaged table by one with a new id; play continues after its last valid action.

        ``user_id`` is the server manager who repairs it.

        Raises:
            Refused: the channel has no such table, or too much of it is damaged.
        """
        await self._look_at(channel_id)
        tables, now = self.desk.tables, self.desk.now()
        async with self._repairing:
            quarantined = tables.quarantined.get(channel_id)
            if quarantined is None:
                raise Refused(NOT_DAMAGED)
            table, acts = await repair(self.desk.database, quarantined.id, user_id, now, self.desk.random)
            tables.release(quarantined)
            tables.keep(table)
        log.info("table %d is repaired: as table %d, with %d acts", quarantined.id, table.record.id, acts)
        return self.desk.tell(table)

    @unbroken
    async def close(self, guild_id: int, channel_id: int, user_id: int, reason: str = "") -> int | None:
        """Close a channel's unreadable table for a server manager; its rows stay stored.

        Returns its number; None where there is none.
        """
        await self._look_at(channel_id)
        now = self.desk.now()
        async with self._repairing:
            quarantined = self.desk.tables.quarantined.get(channel_id)
            if quarantined is None:
                return None
            closed = AuditEntry(guild_id, quarantined.id, user_id, Managed.CLOSED, now, reason)
            await self._repair_store.close_damaged(closed)
            self.desk.tables.release(quarantined)
        return quarantined.id

    async def _look_at(self, channel_id: int) -> None:
        """Load the channel's table if it is unloaded, which shows whether it is damaged."""
        with suppress(Refused):
            await self.desk.awake(channel_id)


async def repair(
    database: Database, table_id: int, user_id: int | None, now: float, random: Random
) -> tuple[Table, int]:
    """Repair a damaged stored table: its log is cut after the last readable, legal action.

    Returns the playable table that replaces it, and how many acts that has. A lost deal is dealt again.

    ``user_id`` is the manager of the server who wants it; None for the owner of the bot.

    Raises:
        Refused: too much of it cannot be read, or no person is left at it.
        StoreError: it could not be read or written; nothing has changed.
    """
    repairs = RepairStore(database)
    try:
        left, log = await repairs.readable_part(table_id)
        record = _without_forgotten(left)
        if record.status not in OPEN:
            raise Refused(EVERYONE_FORGOTTEN)
        good = _longest_good(record, log)
        newest = max([record.revision, *(entry.revision for entry in log)])
        # A deal that is lost is not dealt again from its seed: people have seen those cards.
        table = played(record._replace(revision=newest + 1, seed=None), good)
        deals = _deals(table)
        table.match.drawn = await drawn_for(database, table_id)
        await read_purpose(database, table)  # if that is damaged, nothing has been stored
        step = chance_step(table, now, random)
        whole = [*good, *step.entries]
        checked_playable(played(step.record, whole))
        repaired = None if user_id is None else audit_entry(record, user_id, Managed.REPAIRED, now)
        stored = await repairs.repair(step.record, whole, deals, repaired)
    except Damaged:
        raise Refused(BEYOND_REPAIR) from None
    in_its_place = checked_playable(played(stored, whole))
    in_its_place.match.drawn = table.match.drawn
    await read_purpose(database, in_its_place)
    return in_its_place, len(good)


def _without_forgotten(table: TableRecord) -> TableRecord:
    """A record without users who were deleted while it was damaged, recognized by their seats."""
    for seat in table.seats:
        if seat.user_id is not None and is_former(seat.user_id, seat.name) and not seat.is_former:
            table = without_user(table, seat.user_id, seat.user_id)
    return table


def _longest_good(record: TableRecord, log: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """The first acts of a log: as many as the rules allow, and no act that ended the match.

    Raises:
        Damaged: not even without any act can the table be played at.
    """

    def fails(length: int) -> bool:
        try:
            played(record, log[:length])
        except Damaged:
            return True
        return False

    length = max(bisect_left(range(len(log) + 1), x=True, key=fails) - 1, 0)
    while length and played(record, log[:length]).match.is_over:
        length -= 1
    return log[:length]


def _deals(table: Table) -> int:
    """How many deals of a match have been scored."""
    view = table.match.table_view()
    if view is None:
        return 0
    return max([view.deal - 1, *(line.deal for line in view.sheet if isinstance(line, DealScored))])
