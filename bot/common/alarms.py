"""Alarms for tables: at most one each, set again whenever a table changes.

Due times are not stored: they are computed from stored times, so a restart loses none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.common.background import Background


class Clock:
    """Alarms by table id. ``ring`` is called with the table's id, as a task of its own, when one is due."""

    def __init__(self, ring: Callable[[int], Awaitable[None]]) -> None:
        self._ring = ring
        self._alarms: dict[int, asyncio.TimerHandle | asyncio.Task[None]] = {}
        self._ringing = Background()
        self._is_closed = False

    def set(self, table_id: int, seconds: float) -> None:
        """Set a table's alarm to ring in so many seconds, replacing the one it had."""
        self.cancel(table_id)
        if self._is_closed:
            return
        loop = asyncio.get_running_loop()
        self._alarms[table_id] = loop.call_later(max(0.0, seconds), self._due, table_id)

    def cancel(self, table_id: int) -> None:
        """Cancel a table's alarm, even one that is due; a callback that already runs is not interrupted."""
        alarm = self._alarms.pop(table_id, None)
        if alarm is not None:
            alarm.cancel()

    def cancel_all(self) -> None:
        """Cancel the alarms of all tables; callbacks that already run are not interrupted."""
        for table_id in list(self._alarms):
            self.cancel(table_id)

    async def close(self) -> None:
        """Cancel every alarm and every running callback; alarms set later are ignored."""
        self._is_closed = True
        self.cancel_all()
        await self._ringing.cancel()

    def _due(self, table_id: int) -> None:
        self._alarms[table_id] = self._ringing.begin(self._run(table_id))

    async def _run(self, table_id: int) -> None:
        del self._alarms[table_id]
        await self._ring(table_id)
