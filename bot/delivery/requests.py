"""One budget for all that Discord counts: servers take turns, and in each the oldest request goes first.

Discord takes 50 requests a second from a bot over all its routes. Answers to interactions, and the messages
that are sent and edited with their tokens (hands), are not bound to that limit
(https://discord.com/developers/docs/topics/rate-limits#global-rate-limit) and never wait here: so answers
come first, then hands, then messages of the bot's own.

Servers share evenly however many wait in each: the one that has had least is next (stride scheduling). One
that comes back has had as much as the one served last, so nobody saves turns up, and nobody starves.

A turn lasts until its request is answered, and only so many may be under way. While Discord stands still, or
the host is too busy to send anything, few requests pile up, and few arrive at once afterwards.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Final, NamedTuple

BURST: Final = 0.05
"""What may be sent at once, in seconds of the budget."""
ONE: Final = 1 - 1e-6
"""A whole request: clocks and sums of small parts are not exact."""
MOST_UNDER_WAY: Final = 10
"""Requests that may wait for Discord's answer at the same time."""
SLOW: Final = 1.0
"""Seconds after which an answered request costs another turn: it may have reached Discord only now, together
with those that follow."""
STUCK: Final = 15.0
"""Seconds after which a request is no longer counted as under way. discord.py sleeps within a request where
one channel or server is refused for long, and that must not stop the others."""
NO_SERVER: Final = 0
"""For whom a request is made that belongs to no server in particular."""


@dataclass(eq=False)
class _Request:
    """A request under way, and the alarm after which it is not counted as such."""

    began: float
    stuck: asyncio.TimerHandle | None = None


class _Waiting(NamedTuple):
    """A request that waits: since when, in which order they came, and what its turn will be."""

    since: float
    number: int
    turn: asyncio.Future[_Request]


@dataclass
class _Server:
    """The requests of one server that wait, and how many turns it has had."""

    had: int
    waiting: list[_Waiting] = field(default_factory=list)

    def forget_given_up(self) -> None:
        """Drop cancelled requests from the front: they have no use for a turn."""
        while self.waiting and self.waiting[0].turn.done():
            heapq.heappop(self.waiting)


class Outgoing:
    """Gives out turns, at most so many a second and so many at the same time, by the event loop's clock.

    ``stopped_for`` says for how many seconds nobody may get one; 0 as a rule.
    """

    def __init__(self, rate: float, stopped_for: Callable[[], float] = lambda: 0.0) -> None:
        self._rate = rate
        self._stopped_for = stopped_for
        self._most = max(1.0, rate * BURST)
        self._left = self._most
        self._counted_at: float | None = None
        self._servers: dict[int, _Server] = {}
        self._under_way: set[_Request] = set()
        self._had = 0
        """How many turns the server that was served last had had."""
        self._number = count()
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """How many wait for a turn."""
        return sum(not one.turn.done() for server in self._servers.values() for one in server.waiting)

    @asynccontextmanager
    async def turn(self, since: float, guild_id: int = NO_SERVER) -> AsyncIterator[None]:
        """Wait until a request may be made for a server; make it within, and wait for its answer there.

        ``since`` is when it was first wanted, by the loop's clock. Within a turn no other one may be taken.
        """
        turn: asyncio.Future[_Request] = asyncio.get_running_loop().create_future()
        server = self._servers.setdefault(guild_id, _Server(self._had))
        if not server.waiting:
            server.had = max(server.had, self._had)
        heapq.heappush(server.waiting, _Waiting(since, next(self._number), turn))
        self._serve()
        try:
            await turn
            yield
        finally:
            if turn.done() and not turn.cancelled():
                self._end(turn.result())

    def _serve(self) -> None:
        """Give turns to those who are next, as many as there are."""
        self._count()
        pause = self._stopped_for()
        while not pause and self._may_give() and (server := self._next()) is not None:
            heapq.heappop(server.waiting).turn.set_result(self._begin())
            self._left -= 1
            self._had = server.had
            server.had += 1
        is_full = len(self._under_way) >= MOST_UNDER_WAY  # then the end of a request serves the next
        if self._alarm is None and not is_full and self._next() is not None:
            wait = max(pause, (1 - self._left) / self._rate)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _may_give(self) -> bool:
        return self._left >= ONE and len(self._under_way) < MOST_UNDER_WAY

    def _begin(self) -> _Request:
        loop = asyncio.get_running_loop()
        request = _Request(loop.time())
        request.stuck = loop.call_later(STUCK, self._forget, request)
        self._under_way.add(request)
        return request

    def _forget(self, request: _Request) -> None:
        """Count a request as under way no longer."""
        self._under_way.discard(request)
        self._serve()

    def _end(self, request: _Request) -> None:
        if request.stuck is not None:
            request.stuck.cancel()
        self._count()
        if asyncio.get_running_loop().time() - request.began > SLOW:
            self._left -= 1
        self._forget(request)

    def _count(self) -> None:
        """Add what the time since the last look is worth."""
        now = asyncio.get_running_loop().time()
        if self._counted_at is not None:
            self._left = min(self._most, self._left + (now - self._counted_at) * self._rate)
        self._counted_at = now

    def _next(self) -> _Server | None:
        """The server whose turn it is; those that need not be remembered are forgotten."""
        for guild_id, server in tuple(self._servers.items()):
            server.forget_given_up()
            if not server.waiting and server.had <= self._had:
                del self._servers[guild_id]
        waiting = [server for server in self._servers.values() if server.waiting]
        return min(waiting, key=lambda server: (server.had, server.waiting[0]), default=None)

    def _ring(self) -> None:
        self._alarm = None
        self._serve()
