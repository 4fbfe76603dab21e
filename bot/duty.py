"""A process's duty: the shards whose servers it serves, once no other process serves them any more."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.common.shards import Shards


class Duty:
    """The shards of this process. Before it begins to serve them another process may, and presses wait."""

    def __init__(self, shards: Shards) -> None:
        self.shards: Final = shards
        self._begun: Final = asyncio.Event()

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
