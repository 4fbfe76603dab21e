"""The ledger keeper: a background task that enters, rates and ranks every result exactly once."""

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
from bot.database.leases import Lease
from bot.league.ledger_update import LedgerUpdate
from bot.models.stored import OPEN
from bot.table.desk.shown import Update

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 60.0
"""Seconds before a failed run is retried."""


class LedgerKeeper:
    """A background task that enters new results in the ledger, then rates and ranks what is stale."""

    def __init__(self, database: Database, ask: Ask) -> None:
        self._leases = database.leases
        self._booking = LedgerUpdate(database, ask)
        self._is_wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Schedule a run for new results."""
        self._is_wanted.set()

    def start(self, listen: Callable[[Callable[[Update], None]], object]) -> None:
        """Start the task: catch up on what a stop left, then run after each match that ``listen`` reports."""
        listen(self._on_update)
        self.wake()
        self._task = asyncio.create_task(self._run())

    def _on_update(self, update: Update) -> None:
        if update.table.status not in OPEN:
            self.wake()

    async def close(self) -> None:
        """Stop the task; the next start catches up."""
        if self._task is not None:
            await cut_off([self._task])

    async def _run(self) -> None:
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

    def paused(self) -> AbstractAsyncContextManager[None]:
        """A lock that keeps the ledger unchanged, to change results and what derives from them together.

        No other process changes it, either.
        """
        return self._leases.alone(Lease.BOOK)

    async def catch_up(self) -> None:
        """Enter, rate and rank everything that is stale now.

        Raises:
            StoreError: the database cannot be read or written; the rest stays stale.
        """
        async with self.paused():
            try:
                await self._booking.finish()
            except NotWorkedOut as error:  # finished batches are stored, so a new process continues
                log.warning("%s Another one is started.", error)
                await self._booking.finish()
