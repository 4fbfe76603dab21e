"""Closing tables before the end of a match."""

from __future__ import annotations

from bot.models.endings import Ending, Leaving
from bot.models.stored import Status
from bot.table.desk.changing import AtDesk, at_table, unbroken
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table
from bot.table.match.standing_in import STAND_IN


class Closing(AtDesk):
    """Closes tables."""

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
