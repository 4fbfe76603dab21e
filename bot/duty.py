"""A process's duty: to serve the servers of its shards and, as the clerk, to work for all servers."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.common.shards import Shards
from bot.database.leases import Leases


class Duty:
    """The shards of this process. Before it begins to serve them another process may, and presses wait."""

    def __init__(self, shards: Shards, leases: Leases) -> None:
        self.shards: Final = shards
        self.leases: Final = leases
        self._begun: Final = asyncio.Event()
        self._is_clerk: Final = asyncio.Event()

    @property
    def has_begun(self) -> bool:
        """Whether this process serves its shards."""
        return self._begun.is_set()

    def begin(self) -> None:
        """Serve from now on: everything that was left has been read."""
        self._begun.set()

    async def begun(self) -> None:
        """Wait until this process serves its shards."""
        await self._begun.wait()

    def become_clerk(self) -> None:
        """Do from now on what one process does for all servers."""
        self._is_clerk.set()

    async def is_clerk(self) -> None:
        """Wait until this process is the clerk."""
        await self._is_clerk.wait()
