"""The bot's own state: whether it holds and can write its database, and announcements already made."""

from __future__ import annotations

import asyncio
from typing import Final, NoReturn

from bot.common.errors import StoreError
from bot.database.database import Database
from bot.database.remembered import Remembered

_COMMANDS: Final = "commands"
_SHARDS: Final = "shards"
LOOK_EVERY: Final = 1.0
"""Seconds between two checks that this process still holds the database."""
TRY_EVERY: Final = 5.0
"""Seconds between two test writes, and the longest that one may take."""
LOST_AFTER: Final = 60.0
"""Seconds without a test write that succeeds, after which the database counts as lost."""
UNUSABLE: Final = (
    "Nothing could be stored in the database for a minute. The bot stops: start it again once the database "
    "can be written; Docker and systemd can do that for you."
)
_TOLD_OF: Final = "set_aside"


class Upkeep:
    """Checks of the database, and notes on what was already announced (commands, damaged tables)."""

    def __init__(self, database: Database) -> None:
        self._remembered = Remembered(database)
        self.check_held: Final = database.check_held
        """Check, without waiting, that this process has not lost the database, as far as is known."""

    async def watch_database(self) -> NoReturn:
        """Check every second that this process still holds the database; returns only by raising.

        Raises:
            Displaced: it was moved, replaced or taken over, or its session was lost.
            StoreError: no test write has succeeded for ``LOST_AFTER`` seconds.
        """
        clock = asyncio.get_running_loop().time
        written_at = tried_at = clock()
        while True:
            self.check_held()
            if clock() - tried_at >= TRY_EVERY:
                tried_at = clock()
                if await self._is_written_in_time():
                    written_at = clock()
                elif clock() - written_at >= LOST_AFTER:
                    raise StoreError(UNUSABLE)
            await asyncio.sleep(LOOK_EVERY)

    async def _is_written_in_time(self) -> bool:
        try:
            async with asyncio.timeout(TRY_EVERY):
                return await self.is_writable()
        except TimeoutError:
            return False

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
