"""``GameManager``: the only way in. Ids and plain values, no Discord types.

What may be done with a table is a file for each subject; here is what is left: how tables are kept.
"""

from __future__ import annotations

import asyncio

from bot.common.errors import NoTable
from bot.models.stored import Asleep, ShownMessage
from bot.table.acting import unbroken
from bot.table.arranging import Arranging
from bot.table.by_itself import ByItself
from bot.table.closing import Closing
from bot.table.deciding import Deciding
from bot.table.presence import Presence
from bot.table.table import Table
from bot.table.talking import Talking


class GameManager(Arranging, Deciding, Presence, Talking, ByItself, Closing):
    """All open tables, one a channel, and whatever may change them."""

    async def resume(self) -> None:
        """Learn of every open table; each is read when somebody needs it."""
        await self._waking.learn_of_all()
        await self.unseen.learn()

    @unbroken
    async def put_to_sleep(self, table: Table, due_at: float | None, unneeded: float) -> Asleep | None:
        """Let go of a table that nobody has needed for so many seconds; None if it does not sleep now.

        ``due_at`` is when something happens at it by itself, in epoch seconds.

        Raises:
            StoreError: that could not be stored; it stays awake.
        """
        async with table.lock:
            needed_at = table.needed_at
            is_idle = asyncio.get_running_loop().time() - needed_at >= unneeded
            if not (is_idle and table.may_sleep and self._tables.find(table.record.id) is table):
                return None
            record = table.record
            asleep = Asleep(record.id, record.guild_id, record.channel_id, record.host_id, True, due_at)
            await self._table_store.fall_asleep(asleep.table_id, table.revision, due_at)
            if table.needed_at != needed_at:
                return None
            self._waking.lay_down(asleep)
        return asleep

    @unbroken
    async def set_message(
        self,
        channel_id: int,
        message_id: int,
        *,
        table_id: int | None = None,
        revision: int = 0,
    ) -> None:
        """Remember which message of the channel shows a table, and what of it; not a change of the table.

        Without ``table_id`` that is the table the channel has now, or had last.
        """
        try:
            table = await self._latest(channel_id, is_needed=False)
        except NoTable:
            table = None
        if table is None or table_id not in {None, table.record.id}:
            if table_id is not None:
                await self._shown_store.save_shown(ShownMessage(message_id, table_id, "table", 0, revision))
            return
        async with self._changes.of(table):
            shown = ShownMessage(message_id, table.record.id, "table", 0, revision)
            await self._shown_store.save_shown(shown)
            table.record = table.record._replace(message_id=message_id)
