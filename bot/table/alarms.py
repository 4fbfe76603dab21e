"""Alarms of tables: what is due at tables not in use, or is retried, begins one after the other.

After an outage thousands may be due at the same moment. This is the only place where they are spread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from math import inf
from typing import Final

from bot.common.background import Background, cut_off

PAUSE: Final = 0.04
"""Seconds from the start of an act at a table not in use to the next one: 25 a second."""
SAVED: Final = 0.4
"""Seconds of pauses that may be left out if nothing was due before: ten acts at once."""
RETRY_AFTER: Final = 5.0
"""Seconds between two test writes while tables wait."""
BETWEEN: Final = 0.01
"""Seconds between the retries of two tables: presses go first."""


class Alarms:
    """Alarms by table id. ``ring`` runs as a task of its own when one is due.

    A table that ``is_in_use`` waits for no other. The others have turns: the longest overdue first.
    """

    def __init__(self, ring: Callable[[int], Awaitable[None]], is_in_use: Callable[[int], bool]) -> None:
        self._ring = ring
        self._is_in_use = is_in_use
        self._alarms: dict[int, asyncio.TimerHandle | asyncio.Task[None]] = {}
        """Timers of alarms that are not due yet, and tasks of rings that have not begun."""
        self._overdue: dict[int, float] = {}
        """When each table was due that waits for its turn, by the loop's clock."""
        self._next_turn: asyncio.TimerHandle | None = None
        self._taken_until = -inf
        """The time that the turns taken so far fill, by the loop's clock; may be ``SAVED`` ahead of now."""
        self._ringing = Background()
        self._is_closed = False

    def set(self, table_id: int, seconds: float) -> None:
        """Set a table's alarm to ring in ``seconds``, replacing an earlier one; once closed set none.

        Negative if it should have rung before.
        """
        self.cancel(table_id)
        if self._is_closed:
            return
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds
        self._alarms[table_id] = loop.call_later(max(0.0, seconds), self._due, table_id, due)

    def cancel(self, table_id: int) -> None:
        """Do not ring for a table, even if it is due; a running callback continues."""
        self._overdue.pop(table_id, None)
        alarm = self._alarms.pop(table_id, None)
        if alarm is not None:
            alarm.cancel()

    async def close(self) -> None:
        """Cancel all alarms and running callbacks, and set none from now on."""
        self._is_closed = True
        for table_id in (*self._alarms, *self._overdue):
            self.cancel(table_id)
        if self._next_turn is not None:
            self._next_turn.cancel()
        await self._ringing.cancel()

    def _due(self, table_id: int, due: float) -> None:
        """Ring for a table in use; have another wait for its turn."""
        if self._is_in_use(table_id):
            self._begin(table_id)
            return
        del self._alarms[table_id]
        self._overdue[table_id] = due
        if self._next_turn is None:
            self._take_turn()

    def _take_turn(self) -> None:
        """Ring for the first table that waits: one in use by now, else the longest overdue."""
        in_use = next(filter(self._is_in_use, self._overdue), None)
        table_id = min(self._overdue, key=self._overdue.__getitem__) if in_use is None else in_use
        del self._overdue[table_id]
        self._begin(table_id)
        loop = asyncio.get_running_loop()
        self._taken_until = max(self._taken_until, loop.time()) + PAUSE
        if self._overdue or self._taken_until > loop.time() + SAVED:
            self._next_turn = loop.call_later(PAUSE, self._continue)

    def _continue(self) -> None:
        """Let the next table have its turn; the time by which a busy loop is late is not made up for."""
        self._next_turn = None
        if self._overdue:
            self._taken_until = max(self._taken_until, asyncio.get_running_loop().time() + SAVED)
            self._take_turn()

    def _begin(self, table_id: int) -> None:
        self._alarms[table_id] = self._ringing.begin(self._run(table_id))

    async def _run(self, table_id: int) -> None:
        del self._alarms[table_id]
        await self._ring(table_id)


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
