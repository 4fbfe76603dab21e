"""``GameManager``: the entry to all tables. Ids and plain values, no Discord types.

What may be done at a table is an object for each subject, over one desk; here is what is left: how tables
are kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from random import Random
from typing import Final

from bot.common.clock import GRACE
from bot.common.errors import Refused, StoreError
from bot.database.database import Database
from bot.models.endings import Ending
from bot.models.stored_messages import ShownMessage
from bot.models.stored_tables import UnloadedTable
from bot.table.arranging import Arranging
from bot.table.damaged_tables import DamagedTables
from bot.table.deciding import Votes
from bot.table.desk.changing import AtDesk, Desk, at_table, unbroken
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table
from bot.table.due_acts import DueActs
from bot.table.lobbies import Lobbies
from bot.table.lobby.news import NO_NEWS
from bot.table.opening import NO_LIMITS, Openings, TableLimits
from bot.table.play import Play
from bot.table.presence import Presence
from bot.table.reading import TableReader
from bot.table.store.shown_messages import ShownStore
from bot.table.store.tables import TableStore
from bot.table.turns.time_limit import NO_LIMIT, TurnTime
from bot.table.unseen import Unseen
from bot.table.waiting import WaitingLists

log = logging.getLogger(__name__)


class GameManager(AtDesk):
    """All open tables, one a channel, with one object for each subject of actions."""

    def __init__(
        self,
        database: Database,
        *,
        turn_time: TurnTime = NO_LIMIT,
        limits: TableLimits = NO_LIMITS,
        host_timeout: float = 0,
        random: Random | None = None,
        now: Callable[[], float] = time.time,
        lining_up: asyncio.Lock | None = None,
    ) -> None:
        """``host_timeout`` and ``lining_up`` are for ``Lobbies``."""
        super().__init__(Desk(database, turn_time=turn_time, random=random, now=now))
        self.damaged: Final = DamagedTables(self.desk)
        self._stored = TableStore(database)
        self.openings: Final = Openings(self.desk.tables, self._stored, limits)
        self.reading: Final = TableReader(self.desk)
        self.lobbies: Final = Lobbies(
            self.desk, self.reading, self.damaged, self.openings, host_timeout, lining_up or asyncio.Lock()
        )
        self.arranging: Final = Arranging(self.desk, self.openings)
        self.play: Final = Play(self.desk)
        self.due: Final = DueActs(self.desk)
        self.votes: Final = Votes(self.desk)
        self.presence: Final = Presence(self.desk)
        self.unseen: Final = Unseen(database, self.desk.now)
        """Tables that Discord does not show."""
        self.waiting: Final = WaitingLists(database, self.desk.now)
        self._messages = ShownStore(database)

    async def resume(self) -> None:
        """Clamp future times; load the index of open tables, times of invisible ones, and waiting lists.

        Raises:
            StoreError: the database cannot be used.
        """
        try:
            await self._stored.clamp_times(self.desk.now())
        except StoreError as error:  # a damaged page: its tables are quarantined when read
            log.warning("times in the future could not be corrected: %s", type(error).__name__)
        await self.desk.waking.load_index()
        await self.unseen.learn()
        await self.waiting.resume()

    def prolong(self) -> None:
        """Extend every deadline of people after downtime, and notify listeners."""
        self.desk.now.resume()
        for table in self.desk.live_tables:
            table.voting = table.voting.prolonged(self.desk.now() + GRACE)
            self.desk.tell(table)

    @at_table
    async def close_table(
        self, table: Table, ending: Ending = Ending.NO_CHANNEL, by: int | None = None, reason: str = ""
    ) -> ShownTable:
        """Close a channel's open table at once, without a winner: unreachable, or a server manager says so.

        A counted match is recorded as broken off, with its score so far.

        Raises:
            NoTable: there is none.
        """
        table.check()
        return await self.desk.close(table, table.record.closed(ending, by), reason)

    @unbroken
    async def unload_if_idle(
        self, table: Table, due_at: float | None, unneeded: float
    ) -> UnloadedTable | None:
        """Unload a table idle for ``unneeded`` seconds. Returns its index entry, or None if it is in use.

        ``due_at`` is its earliest due time, in epoch seconds.

        Raises:
            StoreError: that could not be stored; it stays loaded.
        """
        async with table.lock:
            needed_at = table.clock.needed_at
            is_idle = asyncio.get_running_loop().time() - needed_at >= unneeded
            if not (is_idle and can_be_unloaded(table) and self.desk.tables.find(table.record.id) is table):
                return None
            record = table.record
            unloaded = UnloadedTable(record.id, record.guild_id, record.channel_id, True, due_at)
            await self._stored.note_unloaded(unloaded.table_id, table.revision, due_at)
            if table.clock.needed_at != needed_at:
                return None
            self.desk.waking.unload(unloaded)
        return unloaded

    @unbroken
    async def set_message(
        self, channel_id: int, message_id: int, *, table_id: int | None = None, revision: int = 0
    ) -> None:
        """Store which message shows a table, and at which revision; the table itself does not change.

        Without ``table_id`` that is the table the channel has now, or had last; if none, nothing is stored.
        """
        try:
            table = await self.reading.latest(channel_id, is_needed=False)
        except Refused:  # none, or one that cannot be read
            table = None
        if table is None or table_id not in {None, table.record.id}:
            if table_id is not None:
                await self._messages.save_shown(ShownMessage(message_id, table_id, "table", 0, revision))
            return
        async with self.desk.holding(table):
            shown = ShownMessage(message_id, table.record.id, "table", 0, revision)
            await self._messages.save_shown(shown)
            table.record = table.record._replace(message_id=message_id)

    async def close(self) -> None:
        """Wait until every change under way is stored, and every table that is being read."""
        await self.desk.finish()


def can_be_unloaded(table: Table) -> bool:
    """Whether unloading a table loses no vote, phrase, plan or news, and no computer or clock is to act."""
    return not (
        table.voting.votes
        or table.said
        or table.plans
        or table.lobby_news != NO_NEWS
        or table.is_in_doubt
        or table.clock.came_back
        or table.clock.questions.wait is not None
        or (table.computer_to_ask() is not None and not table.clock.is_paused)
    )
