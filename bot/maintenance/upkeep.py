"""The bot's own state: whether it holds and can write its database, and announcements already made."""

from __future__ import annotations

import asyncio
from typing import Final, NoReturn

from bot.database.database import Database
from bot.database.remembered import Remembered

_COMMANDS: Final = "commands"
LOOK_EVERY: Final = 1.0
"""Seconds between two checks that this process still holds the database."""
_SHARDS: Final = "shards"
_TOLD_OF: Final = "set_aside"


class Upkeep:
    """Checks of the database, and notes on what was already announced (commands, damaged tables)."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._remembered = Remembered(database)

    async def watch_database(self) -> NoReturn:
        """Check every second that this process still holds the database; returns only by raising.

        Raises:
            Displaced: it was moved, replaced or taken over.
        """
        while True:
            self._database.check_held()
            await asyncio.sleep(LOOK_EVERY)

    async def is_writable(self) -> bool:
        """Whether a test write succeeds now."""
        return await self._remembered.is_writable()

    async def registered_commands(self) -> str | None:
        """Digest of the commands last registered with Discord; None if never."""
        digest = await self._remembered.setting(_COMMANDS)
        return digest if isinstance(digest, str) else None

    async def shard_count(self) -> int | None:
        """The number of Discord's shards that every process uses; None if Discord must be asked."""
        count = await self._remembered.setting(_SHARDS)
        return count if isinstance(count, int) else None

    async def note_shard_count(self, count: int | None) -> None:
        """Store the number of Discord's shards; None if Discord must be asked again."""
        await self._remembered.set_setting(_SHARDS, count)

    async def has_told_of(self, table_id: int) -> bool:
        """Whether a table's channel has been told that the table is damaged."""
        return bool(await self._remembered.setting(f"{_TOLD_OF}.{table_id}"))

    async def note_told_of(self, table_id: int) -> None:
        """Store that a table's channel has been told that the table is damaged."""
        await self._remembered.set_setting(f"{_TOLD_OF}.{table_id}", value=True)

    async def note_commands(self, digest: str) -> None:
        """Store the digest of the commands registered with Discord."""
        await self._remembered.set_setting(_COMMANDS, digest)
