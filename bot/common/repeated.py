"""Work that is repeated after pauses, and run early on request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.common.background import cut_off


class Repeated:
    """Repeats work after the pause each round returns. ``now`` starts it, but cancels no running round."""

    def __init__(self, work: Callable[[], Awaitable[float | None]]) -> None:
        """``work`` returns the seconds until its next run, or None to wait for ``now``."""
        self._work: Final = work
        self._task: asyncio.Task[None] | None = None
        self._is_working = False
        self._is_wanted = False

    def now(self) -> None:
        """Run the work now, or again right after the running round."""
        # A running round is not cancelled: it may send a request to Discord, and if that waits out a limit on
        # the whole bot and is cancelled, discord.py tells no other request that the limit is over.
        self._is_wanted = True
        if not self._is_working:
            if self._task is not None:
                self._task.cancel()
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop for good; a running round is cancelled."""
        if self._task is not None:
            await cut_off([self._task])

    async def _run(self) -> None:
        pause: float | None = 0.0
        while pause is not None:
            await asyncio.sleep(pause)
            pause = await self._round()

    async def _round(self) -> float | None:
        self._is_working = True
        try:
            while True:
                self._is_wanted = False
                pause = await self._work()
                if not self._is_wanted:
                    return pause
        finally:
            self._is_working = False
