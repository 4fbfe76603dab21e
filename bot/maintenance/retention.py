"""Scheduled deletion of old data, by the retention times of the settings."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Set
from math import inf
from typing import Final

from bot.common.background import Listeners
from bot.common.errors import StoreError
from bot.common.settings import Settings
from bot.common.shards import Shards
from bot.database.database import Database
from bot.maintenance.copies import Copies
from bot.maintenance.store import RetentionStore

log = logging.getLogger(__name__)

DAY: Final = 86_400.0
MESSAGES: Final = "messages"
"""Kind of the notice that more messages must be deleted: each process deletes those in its own servers."""
LOOK_EVERY: Final = 3600.0
"""Seconds between two runs."""


class Retention:
    """Deletes data kept for longer than the settings say."""

    def __init__(
        self, database: Database, copies: Copies, settings: Settings, now: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._store = RetentionStore(database)
        self._copies = copies
        self._settings = settings
        self._now = now
        self._listeners = Listeners[Callable[[], None]]()
        self.on_messages_to_go: Final = self._listeners.add
        """Call ``listener`` when more messages must be deleted; returns a function that removes it."""
        database.listen(MESSAGES, lambda _: self._tell())

    def _tell(self) -> None:
        for listener in self._listeners.present:
            listener()

    async def delete_on_schedule(self) -> None:
        """Delete expired data every hour, until cancelled; failures are logged and retried next time."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.warning("expired data could not be deleted: %s", error)
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Delete the data that has expired by now (tables, evenings, copies, servers), and compress old logs.

        Raises:
            StoreError: some of it could not be deleted.
        """
        settings = self._settings
        packed = await self._store.pack_logs(self._before(settings.keep_logs))
        if await self._store.mark_expired_messages(self._before(settings.keep_closed)):
            await self._database.notify(MESSAGES, "")
        removed = await self._store.remove_never_played(self._before(settings.keep_closed))
        await self._store.remove_called_off(self._before(settings.keep_closed))
        before = self._before(settings.keep_servers)
        for guild_id in await self._store.servers_left(before):
            is_away = guild_id in await self._store.servers_left(before)  # deleting the others took long
            if is_away:
                removed += await self._store.remove_server(guild_id)
                log.info("everything of a server that removed the bot is deleted")
        if packed or removed:
            log.info("%d old logs packed, %d tables deleted", packed, removed)
        await asyncio.to_thread(self._copies.remove_earlier_versions, self._before(settings.keep_copies))

    async def see(self, here: Set[int], shards: Shards) -> None:
        """Note where the bot is; for the data of other servers the retention time begins, if it has not.

        Args:
            here: The servers the bot is in, by id.
            shards: Shards with all their servers in ``here``. Of other shards no server is noted as left.

        Raises:
            StoreError: it could not be stored.
        """
        left = set(await self._store.servers_left(inf))
        for guild_id in left & here:
            await self._store.note_came_back(guild_id)
        for guild_id in set(await self._store.servers()) - here - left:
            if shards.owns(guild_id):
                await self._store.note_left(guild_id, self._now())

    def _before(self, days: float) -> float:
        return self._now() - days * DAY
