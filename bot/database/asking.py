"""Asking every other process of a database to do something, and waiting until each has."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from bot.common.background import Background
from bot.common.errors import StoreError
from bot.database.database import Database

log = logging.getLogger(__name__)

DONE: Final = "done"
"""Kind of the notice that a process has done what another asked for; the text is the request's number."""
FAILED: Final = "failed"
"""The same if it could not."""


class Asking:
    """Requests of one kind between the processes of a database: sends them, and runs those of others."""

    def __init__(self, database: Database, kind: str, do: Callable[[str], Awaitable[None]]) -> None:
        """``kind`` is the word of the notices; ``do`` runs the request of another process, given its text."""
        self._database = database
        self._kind = kind
        self._do = do
        self._me = secrets.token_hex(8)
        self._answers = dict[str, list[bool]]()
        """Whether others have done what this one asks for, an answer from each, by the request's number."""
        self._news = asyncio.Event()
        self._at_work = Background()
        self.close: Final = self._at_work.cancel
        """Cancel the requests of other processes that are running."""
        database.listen(DONE, lambda request: self._answered(request, has_done=True))
        database.listen(FAILED, lambda request: self._answered(request, has_done=False))

    def start(self) -> None:
        """Run the requests of other processes from now on."""
        self._database.listen(self._kind, self._asked)

    async def others(self, text: str, within: float) -> bool:
        """Send ``text`` to all other processes; whether each has run it in ``within`` seconds. True if alone.

        False at once if one has failed.

        Raises:
            StoreError: it could not be sent.
        """
        number = await self._database.leases.number_of_others()
        if not number:
            return True
        request = secrets.token_hex(8)
        answers = self._answers[request] = list[bool]()
        try:
            await self._database.notify(self._kind, f"{self._me} {request} {text}")
            async with asyncio.timeout(within):
                while len(answers) < number and all(answers):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return False
        finally:
            del self._answers[request]
        return all(answers)

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
            with suppress(StoreError):
                await self._database.notify(FAILED, request)

    def _answered(self, request: str, *, has_done: bool) -> None:
        if request in self._answers:
            self._answers[request].append(has_done)
            self._news.set()
