"""Asking every other process of a database to do something, and waiting until each has."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from bot.common.background import Background
from bot.common.errors import StoreError
from bot.database.database import Database

log = logging.getLogger(__name__)

DONE: Final = "done"
"""Kind of the notice that a process has done what another asked for; the text is the request's number."""


class Asking:
    """What one process asks the others for, by notices, and does itself when another asks."""

    def __init__(self, database: Database, kind: str, do: Callable[[str], Awaitable[None]]) -> None:
        """``kind`` is the word of the notices; ``do`` is called with the text of each other's request."""
        self._database = database
        self._kind = kind
        self._do = do
        self._me = secrets.token_hex(8)
        self._done = dict[str, int]()
        """How many processes have done what this one asks for, by the request's number."""
        self._news = asyncio.Event()
        self._at_work = Background()
        database.listen(kind, self._asked)
        database.listen(DONE, self._answered)

    async def others(self, text: str, within: float) -> bool:
        """Whether every other process has done something within some seconds; true without others.

        Raises:
            StoreError: they could not be asked.
        """
        number = await self._database.leases.number_of_others()
        if not number:
            return True
        request = secrets.token_hex(8)
        self._done[request] = 0
        try:
            await self._database.notify(self._kind, f"{self._me} {request} {text}")
            async with asyncio.timeout(within):
                while self._done[request] < number:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return False
        finally:
            del self._done[request]
        return True

    async def close(self) -> None:
        """Stop doing what others have asked for."""
        await self._at_work.cancel()

    def _asked(self, notice: str) -> None:
        sender, request, text = notice.split(" ", 2)
        if sender != self._me:
            self._at_work.begin(self._do_for_another(request, text))

    async def _do_for_another(self, request: str, text: str) -> None:
        try:
            await self._do(text)
            await self._database.notify(DONE, request)
        except StoreError as error:
            log.warning("another process asked for “%s”, which failed: %s", self._kind, error)

    def _answered(self, request: str) -> None:
        if request in self._done:
            self._done[request] += 1
            self._news.set()
