"""Closing tables before the end of a match, and repairing damaged ones."""

from __future__ import annotations

from contextlib import suppress

from bot.common.errors import Refused
from bot.models.endings import Ending, Leaving
from bot.models.stored import Status
from bot.table.damaged_tables import DamagedTables
from bot.table.desk.changing import AtDesk, Desk, at_table, unbroken
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table
from bot.table.match.standing_in import STAND_IN


class Closing(AtDesk):
    """Closes tables and repairs damaged ones."""

    def __init__(self, desk: Desk, damaged: DamagedTables) -> None:
        super().__init__(desk)
        self._damaged = damaged

    @at_table
    async def close_table(
        self,
        table: Table,
        ending: Ending = Ending.NO_CHANNEL,
        by: int | None = None,
        reason: str = "",
    ) -> ShownTable:
        """Close a channel's open table at once, without a winner: unreachable, or a server manager says so.

        A counted match is recorded as broken off, with its score so far.

        Raises:
            NoTable: there is none.
        """
        table.check()
        return await self.desk.close(table, table.record.closed(ending, by), reason)

    @unbroken
    async def end_deserted(self, table: Table) -> None:
        """Close a table at its deadline without play, unless a player has acted since.

        In a league match computers play on instead: absence must not end it.
        """
        async with self.desk.holding(table):
            ends_at = table.ends_at(self.desk.turn_time)
            if ends_at is None or ends_at > self.desk.now():
                return
            if table.record.status is not Status.PLAYING or table.record.leaving is not Leaving.FORFEIT:
                await self.desk.close(table, table.record.closed(Ending.DESERTED))
                return
            record = table.record
            for seat in table.people_asked():
                record = record.with_computer(seat, STAND_IN)
            await self.desk.save(table, record)
            table.clock.leave_to_computers(self.desk.now())
            self.desk.resume_for_people(table)
            self.desk.tell(table)

    @unbroken
    async def close_damaged(
        self, guild_id: int, channel_id: int, user_id: int, reason: str = ""
    ) -> int | None:
        """Close a channel's unreadable table for a server manager; its rows stay stored.

        Returns its number; None where there is none.
        """
        await self._look_at(channel_id)
        return await self._damaged.close_damaged(guild_id, channel_id, user_id, self.desk.now(), reason)

    @unbroken
    async def repair(self, channel_id: int, user_id: int) -> ShownTable:
        """Repair a channel's damaged table for a server manager; play continues after its last valid action.

        Raises:
            Refused: the channel has no such table, or too much of it is damaged.
        """
        await self._look_at(channel_id)
        table = await self._damaged.repair(channel_id, user_id, self.desk.now(), self.desk.random)
        return self.desk.tell(table)

    async def _look_at(self, channel_id: int) -> None:
        """Load the channel's table if it is unloaded, which shows whether it is damaged."""
        with suppress(Refused):
            await self.desk.awake(channel_id)
