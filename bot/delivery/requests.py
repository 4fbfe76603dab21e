"""A rate limiter for requests to Discord: servers take turns, and in each the oldest request goes first.

Discord takes 50 requests a second from a bot over all its routes. Answers to interactions, and messages sent
and edited with their tokens (hands), are exempt
(https://discord.com/developers/docs/topics/rate-limits#global-rate-limit) and never wait here.

Servers share evenly, however many requests each has queued: the one served least is next (stride scheduling).
A server that returns is counted as served as often as the last one, so none saves up turns and none starves.

A turn lasts until its request is answered, and the number of concurrent turns is limited: while Discord is
down or the host too busy to send, few requests pile up, and few arrive at once afterwards.
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
"""Burst size, in seconds of the budget."""
ONE: Final = 1 - 1e-6
"""The budget of one request, less the rounding errors of clocks and sums."""
MOST_UNDER_WAY: Final = 10
"""Most requests waiting for Discord's answer at the same time."""
SLOW: Final = 1.0
"""Seconds after which an answered request costs a second turn: it may have reached Discord only just now,
together with those that follow."""
STUCK: Final = 15.0
"""Seconds after which a request is no longer counted as under way. discord.py sleeps within a request where
one channel or server is refused for long, and that must not stop the others."""
NO_SERVER: Final = 0
"""Server id of requests that belong to no server."""


class _Waiting(NamedTuple):
    """A queued request, sorted by age, then order of arrival; the result of ``turn`` is when it begins."""

    since: float
    number: int
    turn: asyncio.Future[float]


@dataclass
class _Server:
    """A server's queue (a heap), and how many turns it has had."""

    had: int
    waiting: list[_Waiting] = field(default_factory=list)

    def forget_given_up(self) -> None:
        """Remove cancelled requests from the front of the queue."""
        while self.waiting and self.waiting[0].turn.done():
            heapq.heappop(self.waiting)


class Outgoing:
    """Gives turns to requests: at most ``rate`` a second and ``MOST_UNDER_WAY`` at the same time.

    ``stopped_for`` returns the seconds for which no turn may be given; usually 0.
    """

    def __init__(self, rate: float, stopped_for: Callable[[], float] = lambda: 0.0) -> None:
        self._rate = rate
        self._stopped_for = stopped_for
        self._most = max(1.0, rate * BURST)
        self._left = self._most
        self._counted_at: float | None = None
        self._servers: dict[int, _Server] = {}
        self._under_way: list[asyncio.Future[float]] = []
        """Turns of running requests, oldest first; without stuck ones."""
        self._had = 0
        """Turns that the server served last had had before."""
        self._number = count()
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """Number of requests waiting for a turn."""
        return sum(not one.turn.done() for server in self._servers.values() for one in server.waiting)

    @asynccontextmanager
    async def turn(self, since: float, guild_id: int = NO_SERVER) -> AsyncIterator[None]:
        """Wait for a turn; the block sends one request of a server and waits for its answer.

        ``since`` is when the request was first wanted, by the loop's clock. Turns must not be nested.
        """
        turn: asyncio.Future[float] = asyncio.get_running_loop().create_future()
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
                self._end(turn)

    def _serve(self) -> None:
        """Give turns to the next requests while the budget lasts; if requests remain, there is a timer."""
        now = self._count()
        self._under_way = [turn for turn in self._under_way if now < turn.result() + STUCK]
        pause = self._stopped_for()
        while (server := self._next()) is not None and not pause and self._may_give():
            turn = heapq.heappop(server.waiting).turn
            turn.set_result(now)
            self._under_way.append(turn)
            self._left -= 1
            self._had = server.had
            server.had += 1
        if self._alarm is None and server is not None:
            wait = max(pause, self._seconds_until_next(now))
            self._alarm = asyncio.get_running_loop().call_later(wait, self._serve_and_reset)

    def _serve_and_reset(self) -> None:
        """Serve with a new timer: it rang, or a request ended and the next may be due sooner."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._serve()

    def _may_give(self) -> bool:
        return self._left >= ONE and len(self._under_way) < MOST_UNDER_WAY

    def _seconds_until_next(self, now: float) -> float:
        """Seconds until the budget lasts again, or until the oldest request is stuck if that is later."""
        until_stuck = 0.0
        if len(self._under_way) >= MOST_UNDER_WAY:
            until_stuck = self._under_way[0].result() + STUCK - now
        return max(until_stuck, (1 - self._left) / self._rate)

    def _end(self, turn: asyncio.Future[float]) -> None:
        if self._count() - turn.result() > SLOW:
            self._left -= 1
        if turn in self._under_way:
            self._under_way.remove(turn)
        self._serve_and_reset()

    def _count(self) -> float:
        """Add to the budget for the time since the last call; returns the time now, by the loop's clock."""
        now = asyncio.get_running_loop().time()
        if self._counted_at is not None:
            self._left = min(self._most, self._left + (now - self._counted_at) * self._rate)
        self._counted_at = now
        return now

    def _next(self) -> _Server | None:
        """The server to serve next; None without one. Drops servers that need no memory of their turns."""
        for guild_id, server in tuple(self._servers.items()):
            server.forget_given_up()
            if not server.waiting and server.had <= self._had:
                del self._servers[guild_id]
        waiting = [server for server in self._servers.values() if server.waiting]
        return min(waiting, key=lambda server: (server.had, server.waiting[0]), default=None)
