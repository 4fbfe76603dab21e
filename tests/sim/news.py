"""What somebody waits for, for a while at most: as an event of asyncio's, without a task for each wait."""

from __future__ import annotations

import asyncio

from tests.sim.loop import VirtualLoop


class News:
    """Tells one person at a time that there is something to see."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self._is_there = False
        self._waiting: asyncio.Future[None] | None = None

    def tell(self) -> None:
        """There is something to see."""
        self._is_there = True
        self._end()

    def clear(self) -> None:
        """What there was has been seen."""
        self._is_there = False

    async def within(self, seconds: float) -> bool:
        """Wait until there is something, so long at most; whether there is."""
        if not self._is_there:
            self._waiting = self._loop.create_future()
            alarm = self._loop.call_later(seconds, self._end)
            try:
                await self._waiting
            finally:
                alarm.cancel()
                self._waiting = None
        return self._is_there

    def _end(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
