"""Counts requests that Discord refused, since Discord bans a bot that gets too many refusals.

10,000 responses 401, 403 or 429 within ten minutes ban a bot in all servers
(https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans). 404 is
counted here, too. Far below that, all requests but answers to interactions wait until the count has halved.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final

from bot.common import metrics
from bot.common.background import Listeners

log = logging.getLogger(__name__)

INVALID: Final = frozenset({401, 403, 404, 429})
WINDOW: Final = 600.0
"""Seconds for which a refusal counts."""


class InvalidRequests:
    """Counts refused requests by the event loop's clock; at ``limit`` other requests are held back."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._times: deque[float] = deque()
        self._is_stopped = False
        self._listeners = Listeners[Callable[[], None]]()
        self.listen: Final = self._listeners.add
        """Call back after each refusal of this process. Returns a function that removes the listener."""

    @property
    def count(self) -> int:
        """Refused requests within the last ten minutes."""
        self._forget_past()
        return len(self._times)

    def note(self, status: int) -> None:
        """Count a response with status 401, 403, 404 or 429; at the limit hold back all but replies."""
        metrics.REQUESTS.add(str(status))
        if status not in INVALID:
            return
        self.add(1)
        for listener in self._listeners.present:
            listener()

    def add(self, number: int) -> None:
        """Count refusals, of this process or of another; at the limit hold back all but replies."""
        self._times.extend([asyncio.get_running_loop().time()] * number)
        if self.count >= self._limit and not self._is_stopped:
            self._is_stopped = True
            log.warning(
                "Discord has refused %d requests in ten minutes: all but answers waits until it is half",
                self.count,
            )

    def seconds_left(self) -> float:
        """Seconds for which only replies to interactions may be sent; 0 if all requests may."""
        surplus = self.count - self._limit // 2
        if not self._is_stopped or surplus <= 0:
            self._is_stopped = False
            return 0.0
        return self._times[surplus - 1] + WINDOW - asyncio.get_running_loop().time()

    def _forget_past(self) -> None:
        past = asyncio.get_running_loop().time() - WINDOW
        while self._times and self._times[0] <= past:
            self._times.popleft()
