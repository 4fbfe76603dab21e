"""Counts requests that Discord refused, since Discord bans a bot that gets too many refusals.

10,000 responses 401, 403 or 429 within ten minutes ban a bot in all servers
(https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans). 404 is
counted here, too. Far below that, all requests but answers to interactions wait until the count has halved.
All processes that share a database count together: Discord bans an address, often the same for all.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from typing import Final

from bot.common import metrics
from bot.common.background import Background, Listeners
from bot.common.errors import StoreError
from bot.database.database import Database

log = logging.getLogger(__name__)

INVALID: Final = frozenset({401, 403, 404, 429})
WINDOW: Final = 600.0
"""Seconds for which a refusal counts."""
REFUSED: Final = "refused"
"""Kind of the notice that requests of a process were refused; the text is the process and their number."""
TOLD_EVERY: Final = 5.0
"""Seconds between two notices of a process, so that a storm of refusals is no storm of writes."""


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


class SharedRefusals:
    """Tells the other processes how many requests of this one were refused, and counts theirs."""

    def __init__(self, requests: InvalidRequests, database: Database) -> None:
        self._requests = requests
        self._database = database
        self._me = secrets.token_hex(8)
        self._untold = 0
        self._is_telling = False
        self._at_work = Background()
        requests.listen(self._note)
        database.listen(REFUSED, self._hear)

    async def close(self) -> None:
        """Tell nothing more."""
        await self._at_work.cancel()

    def _note(self) -> None:
        self._untold += 1
        if not self._is_telling:
            self._is_telling = True
            self._at_work.begin(self._tell_all())

    async def _tell_all(self) -> None:
        """Send notices until all refusals are told, also those that come while it runs."""
        try:
            while self._untold and await self._tell():  # noqa: ASYNC110  (the pause keeps notices few)
                await asyncio.sleep(TOLD_EVERY)
        finally:
            self._is_telling = False

    async def _tell(self) -> bool:
        """Tell of the refusals since the last notice, if it can be stored; False if this process is alone."""
        number, self._untold = self._untold, 0
        try:
            if not await self._database.leases.number_of_others():
                return False
            await self._database.notify(REFUSED, f"{self._me} {number}")
        except StoreError as error:
            self._untold += number
            log.info("other processes cannot be told of refused requests yet: %s", error)
        return True

    def _hear(self, notice: str) -> None:
        sender, number = notice.split(" ")
        if sender != self._me:
            self._requests.add(int(number))
