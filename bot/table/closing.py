"""How tables end that do not come to the end of a match, and how damaged ones are brought back."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from bot.common.errors import Refused
from bot.models.endings import Ending, Leaving
from bot.models.stored import Status
from bot.table.damaged_tables import DamagedTables
from bot.table.desk.changing import Desk, unbroken
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table
from bot.table.match.standing_in import STAND_IN


class Closing:
    """How tables are closed, and damaged ones brought back."""

    def __init__(self, desk: Desk, damaged: DamagedTables) -> None:
        self.desk: Final = desk
        self._damaged = damaged

    @unbroken
    async def close_table(
        self,
        channel_id: int,
        ending: Ending = Ending.NO_CHANNEL,
        by: int | None = None,
        reason: str = "",
    ) -> ShownTable:
        """Close a lobby or end a match at once: nobody can reach it any more, or a manager says so.

        A counted match is recorded as broken off, with its score so far.

        Raises:
            NoTable: there is none.
        """
        async with self.desk.changing(channel_id) as table:
            table.check()
            return await self.desk.close(table, table.record.closed(ending, by), reason)

    @unbroken
    async def end_deserted(self, table: Table) -> None:
        """Close a table at which nothing has been played for long, unless something was just now.

        A match of a league is played on by computers instead: to stay away ends none.
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
            self.desk.go_on_with_people(table)
            self.desk.tell(table)

    @unbroken
    async def close_damaged(
        self, guild_id: int, channel_id: int, user_id: int, reason: str = ""
    ) -> int | None:
        """Close a channel's table that cannot be read, on a manager's word; it stays stored.

        Returns its number; None where there is none.
        """
        await self._look_at(channel_id)
        return await self._damaged.close_damaged(guild_id, channel_id, user_id, self.desk.now(), reason)

    @unbroken
    async def repair(self, channel_id: int, user_id: int) -> ShownTable:
        """Bring the damaged table of a channel back, on a manager's word; it goes on after its last good act.

        Raises:
            Refused: the channel has no such table, or too much of it is damaged.
        """
        await self._look_at(channel_id)
        table = await self._damaged.repair(channel_id, user_id, self.desk.now(), self.desk.random)
        return self.desk.tell(table)

    async def _look_at(self, channel_id: int) -> None:
        """Read the table of a channel, if it sleeps: so it is known whether it is damaged."""
        with suppress(Refused):
            await self.desk.awake(channel_id)
