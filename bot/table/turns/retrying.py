"""Tables that could not be stored or read: retried together, once the database stores again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.common.background import cut_off

RETRY_AFTER: Final = 5.0
"""Seconds between two test writes while tables wait."""
BETWEEN: Final = 0.01
"""Seconds between the retries of two tables: presses go first."""


class StoreRetries:
    """Tables with a failed store operation. One test write is made for all of them, not one try for each.

    With 3,000 tables a try for each was a thousand failed writes a second, all through an outage.
    """

    def __init__(self, can_store: Callable[[], Awaitable[bool]], retry: Callable[[int, float], None]) -> None:
        """``can_store`` makes the test write; ``retry`` gets a table's id and seconds until its next try."""
        self._can_store = can_store
        self._retry = retry
        self._waiting: dict[int, None] = {}
        self._testing: asyncio.Task[None] | None = None

    def add(self, table_id: int) -> None:
        """Have a table retried once a test write succeeds, at the earliest after ``RETRY_AFTER`` seconds."""
        self._waiting[table_id] = None
        if self._testing is None or self._testing.done():
            self._testing = asyncio.create_task(self._test())

    async def close(self) -> None:
        """Stop retrying."""
        if self._testing is not None:
            await cut_off([self._testing])

    async def _test(self) -> None:
        while self._waiting:
            await asyncio.sleep(RETRY_AFTER)
            if await self._can_store():
                waiting, self._waiting = self._waiting, {}
                for number, table_id in enumerate(waiting):
                    self._retry(table_id, number * BETWEEN)
