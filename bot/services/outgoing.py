"""One budget for all that Discord counts: whoever has waited longest goes first.

Discord takes 50 requests a second from a bot over all its routes. Answers to interactions, and the messages
that are sent and edited with their tokens (hands), are not bound to that limit
(https://discord.com/developers/docs/topics/rate-limits#global-rate-limit) and never wait here: so answers
come first, then hands, then messages of the bot's own by how long they have been out of date.
"""

from __future__ import annotations

import asyncio
import heapq
from itertools import count
from typing import Final, NamedTuple

BURST: Final = 0.1
"""What may be sent at once, in seconds of the budget."""
ONE: Final = 1 - 1e-6
"""A whole request: clocks and sums of small parts are not exact."""


class _Waiting(NamedTuple):
    """Somebody who waits: since when, in which order they came, and how they are told."""

    since: float
    number: int
    turn: asyncio.Future[None]


class Outgoing:
    """Gives out turns, at most so many a second, by the event loop's clock."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._most = max(1.0, rate * BURST)
        self._left = self._most
        self._counted_at: float | None = None
        self._waiting: list[_Waiting] = []
        self._number = count()
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """How many wait for a turn."""
        return sum(not one.turn.done() for one in self._waiting)

    async def turn(self, since: float) -> None:
        """Wait until a request may be made; ``since`` is when it was first wanted, by the loop's clock."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, _Waiting(since, next(self._number), turn))
        self._serve()
        await turn

    def _serve(self) -> None:
        """Give turns to those who have waited longest, as many as there are."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._counted_at is not None:
            self._left = min(self._most, self._left + (now - self._counted_at) * self._rate)
        self._counted_at = now
        while self._waiting and (self._left >= ONE or self._waiting[0].turn.done()):
            turn = heapq.heappop(self._waiting).turn
            if not turn.done():  # whoever was cancelled has no use for it
                turn.set_result(None)
                self._left -= 1
        if self._waiting and self._alarm is None:
            self._alarm = loop.call_later((1 - self._left) / self._rate, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._serve()
