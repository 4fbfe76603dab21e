"""An event with a timeout, like asyncio's but without a task for each wait."""

from __future__ import annotations

import asyncio

from tests.sim.loop import VirtualLoop


class News:
    """An event that one person at a time waits for."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self._is_there = False
        self._waiting: asyncio.Future[None] | None = None

    def tell(self) -> None:
        """Set the event."""
        self._is_there = True
        self._end()

    def clear(self) -> None:
        """Reset the event."""
        self._is_there = False

    async def within(self, seconds: float) -> bool:
        """Wait for the event for at most ``seconds``; returns whether it is set."""
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
