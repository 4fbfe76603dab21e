"""Tables that Discord refuses to show: since when, stored across restarts."""

from __future__ import annotations

from typing import Final

from bot.common.clock import Clock
from bot.database.database import Database
from bot.table.store.shown_messages import ShownStore

UNSEEN_FOR: Final = 24 * 3600.0
"""Seconds until an invisible table is closed."""


class Unseen:
    """Start times of invisible tables; ``now`` is in epoch seconds."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._store = ShownStore(database)
        self._now = now
        self._since: dict[int, float] = {}

    async def learn(self) -> None:
        """Load the times stored before the bot stopped.

        Raises:
            StoreError: it cannot be read.
        """
        self._since = await self._store.unseen()

    def ends_at(self, table_id: int) -> float | None:
        """When an invisible table is closed, in epoch seconds; None for a visible one."""
        since = self._since.get(table_id)
        return None if since is None else self._now.prolonged(since + UNSEEN_FOR, since)

    async def begin(self, table_id: int) -> None:
        """Note that a table is invisible from now on; an earlier time stays.

        Raises:
            StoreError: a restart will not know of it.
        """
        if table_id not in self._since:
            self._since[table_id] = self._now()
            await self._store.note_unseen(table_id, self._since[table_id])

    async def end(self, table_id: int) -> None:
        """Note that a table is visible again.

        Raises:
            StoreError: a restart will not know of it.
        """
        if self._since.pop(table_id, None) is not None:
            await self._store.note_seen(table_id)
