"""The book: every result is booked, rated and ranked, once, however often the bot is stopped in between."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final

from bot.common.arithmetic import Ask, NotWorkedOut
from bot.common.background import cut_off
from bot.common.errors import StoreError
from bot.database.database import Database
from bot.league.booking import Booking
from bot.models.stored import OPEN
from bot.table.desk.shown import Update

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 60.0
"""Seconds until what could not be booked is tried again."""


class Bookkeeper:
    """Keeps the book up to date."""

    def __init__(self, database: Database, ask: Ask) -> None:
        self._booking = Booking(database, ask)
        self._turn = asyncio.Lock()
        self._is_wanted = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Have what is new booked soon."""
        self._is_wanted.set()

    def start(self, listen: Callable[[Callable[[Update], None]], object]) -> None:
        """Book what a stop has left, and from now on whatever a match leaves that is over."""
        listen(self._look)
        self.wake()
        self._keeping = asyncio.create_task(self._keep())

    def _look(self, update: Update) -> None:
        if update.table.status not in OPEN:
            self.wake()

    async def close(self) -> None:
        """Stop; what is not booked yet is by the next start."""
        if self._keeping is not None:
            await cut_off([self._keeping])

    async def _keep(self) -> None:
        while True:
            await self._is_wanted.wait()
            self._is_wanted.clear()
            try:
                await self.catch_up()
            except StoreError as error:
                log.warning("the book could not be brought up to date: %s", error)
            except Exception as error:
                log.exception("the book stands still: unexpected %s", type(error).__name__)
            else:
                continue
            asyncio.get_running_loop().call_later(RETRY_AFTER, self.wake)

    def standing_still(self) -> AbstractAsyncContextManager[None]:
        """Within it nothing is booked: results, and what was made of them, can change together."""
        return self._turn

    async def catch_up(self) -> None:
        """Book, rate and rank all that is to be; when this returns nothing known is left.

        Raises:
            StoreError: it could not be stored, or not be read; the rest is left for later.
        """
        async with self._turn:
            try:
                await self._booking.finish()
            except NotWorkedOut as error:  # what is stored by then stays, and another process does the rest
                log.warning("%s Another one is started.", error)
                await self._booking.finish()
