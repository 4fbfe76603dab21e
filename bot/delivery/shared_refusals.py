"""Refused requests of other processes: all that share a database count them together.

Discord bans an address, and often the processes have one in common.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final

from bot.common.background import Background
from bot.common.errors import StoreError
from bot.database.database import Database
from bot.delivery.invalid_requests import InvalidRequests

log = logging.getLogger(__name__)

REFUSED: Final = "refused"
"""Kind of the notice that requests of a process were refused; the text is the process and their number."""
TOLD_EVERY: Final = 5.0
"""Seconds between two notices of a process, so that a storm of refusals is no storm of writes."""


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
        """Send notices until all refusals are told, also those that come meanwhile."""
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
