"""How tables end that do not come to the end of a match, and how damaged ones are brought back."""

from __future__ import annotations

from contextlib import suppress

from bot.endings import Ending, Managed
from bot.errors import Refused
from bot.play.acting import Acting, unbroken
from bot.play.changes import audit_entry
from bot.play.shown import ShownTable
from bot.play.table import Table
from bot.store.stored_results import Results


class Closing(Acting):
    """The open tables, and how they are closed."""

    @unbroken
    async def close_table(
        self,
        channel_id: int,
        ending: Ending = Ending.NO_CHANNEL,
        by: int | None = None,
        reason: str = "",
    ) -> ShownTable:
        """Close a lobby or end a match at once: its channel is gone, or a manager of the server says so.

        A counted match is recorded as broken off, with its score so far.

        Raises:
            NoTable: there is none.
        """
        table = await self.awake(channel_id)
        async with self._changes.of(table):
            table.check()
            return await self._changes.close(table, table.record.closed(ending, by), self.now(), reason)

    @unbroken
    async def end_deserted(self, table: Table) -> None:
        """Close a table at which nothing has been played for long, unless something was just now."""
        async with self._changes.of(table):
            ends_at = table.ends_at(self.turn_time)
            if ends_at is not None and ends_at <= self.now():
                await self._changes.close(table, table.record.closed(Ending.DESERTED), self.now())

    @unbroken
    async def close_damaged(self, channel_id: int, user_id: int) -> bool:
        """Close a channel's table that cannot be read, which stays stored; tells whether there is one."""
        await self._look_at(channel_id)
        return await self._damaged.close_damaged(channel_id, user_id)

    @unbroken
    async def repair(self, channel_id: int, user_id: int) -> ShownTable:
        """Bring the damaged table of a channel back; it goes on after its last good act.

        Raises:
            Refused: the channel has no such table, or too much of it is damaged.
        """
        await self._look_at(channel_id)
        table = await self._damaged.repair(channel_id, self.now(), self._random)
        repaired = audit_entry(table.record, user_id, Managed.REPAIRED, self.now())
        await self._store.append(table.record.id, (), results=Results(audit=repaired))
        return self._changes.tell(table)

    async def _look_at(self, channel_id: int) -> None:
        """Read the table of a channel, if it sleeps: so it is known whether it is damaged."""
        with suppress(Refused):
            await self.awake(channel_id)
