"""What the bot knows of itself: whether it could store anything now, and what it has told before."""

from __future__ import annotations

import asyncio
from typing import Final, NoReturn

from bot.database.database import Database
from bot.database.remembered import Remembered

_COMMANDS: Final = "commands"
LOOK_EVERY: Final = 1.0
"""Seconds between two looks at whether the database is still this process's."""
_TOLD_OF: Final = "set_aside"


class Upkeep:
    """For the command line, the client, and whoever tells of a damaged table once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._remembered = Remembered(database)

    async def watch_database(self) -> NoReturn:
        """Look every second whether the database is still this process's.

        Raises:
            Displaced: it was moved, replaced or taken over.
        """
        while True:
            self._database.check_held()
            await asyncio.sleep(LOOK_EVERY)

    async def is_writable(self) -> bool:
        """Whether a write would succeed now."""
        return await self._remembered.is_writable()

    async def registered_commands(self) -> str | None:
        """The digest of the commands Discord was told of last; None for none yet."""
        digest = await self._remembered.setting(_COMMANDS)
        return digest if isinstance(digest, str) else None

    async def has_told_of(self, table_id: int) -> bool:
        """Whether a channel has been told that this table of its cannot be read."""
        return bool(await self._remembered.setting(f"{_TOLD_OF}.{table_id}"))

    async def note_told_of(self, table_id: int) -> None:
        """Remember that a channel has been told so."""
        await self._remembered.set_setting(f"{_TOLD_OF}.{table_id}", value=True)

    async def note_commands(self, digest: str) -> None:
        """Remember the digest of the commands Discord has been told of."""
        await self._remembered.set_setting(_COMMANDS, digest)
