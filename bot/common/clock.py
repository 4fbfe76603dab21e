"""The clock that waits are counted by: elapsed time, though the machine's clock is set meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextvars import copy_context
from math import inf
from typing import Final

GRACE: Final = 180.0
"""Seconds that a wait lasts at least after a time in which nobody could answer."""
NEVER_SET: Final = 1_420_070_400.0
"""Epoch seconds: 2015, when Discord's own time begins. A machine's clock that is earlier was never set."""


def loop_time() -> float:
    """The running event loop's time, in seconds."""
    return asyncio.get_running_loop().time()


class Clock:
    """Seconds since the epoch, by the calendar when the process began and by elapsed time from then on.

    A step of the calendar, back or ahead, moves no wait; drift of less than half a second between two looks
    is followed. While a machine sleeps no time elapses. What people and Discord are told, and what closes on
    a day, goes by the calendar: ``shown`` and ``counted`` convert.
    """

    def __init__(
        self, calendar: Callable[[], float] = time.time, elapsed: Callable[[], float] = loop_time
    ) -> None:
        """``calendar`` is the machine's clock, in epoch seconds; ``elapsed`` is never set, from any start."""
        self._calendar = calendar
        self._elapsed = elapsed
        self._context = copy_context()
        self._lead: float | None = None
        """The calendar's lead over the elapsed time, in seconds, when it was last looked at."""
        self.ahead = 0
        """Whole seconds that the calendar has been set ahead in all; below zero for back."""
        self._resumed_at = -inf

    @classmethod
    def of(cls, now: Callable[[], float]) -> Clock:
        """The clock that is given; one of a time that is never set where it is none."""
        return now if isinstance(now, Clock) else cls(now, now)

    def __call__(self) -> float:
        """The present."""
        present = self._calendar()
        lead = present - self._context.run(self._elapsed)
        step = 0.0 if self._lead is None else lead - self._lead
        if present - step >= NEVER_SET:
            self.ahead += round(step)
        self._lead = lead
        return present - self.ahead

    def follow(self) -> None:
        """Measure elapsed time as the caller does from here on: the bot in a simulated world has its own."""
        present = self.shown(self())
        self._context = copy_context()
        self._lead = present - self._elapsed()

    def today(self) -> float:
        """The present as the calendar has it."""
        return self.shown(self())

    def shown(self, at: float) -> float:
        """A moment of this clock as the calendar has it."""
        return at + self.ahead

    def counted(self, at: float) -> float:
        """A moment of the calendar as this clock has it."""
        return at - self.ahead

    def resume(self) -> None:
        """Note that people can answer again: nothing they are waited for is over for a while."""
        self._resumed_at = self()

    def since(self, seconds: float) -> float:
        """What began then or before has waited for so many seconds; 0 while people can answer only just."""
        present = self()
        return 0.0 if present < self._resumed_at + GRACE else present - seconds

    def prolonged(self, end: float, began: float, grace: float = GRACE) -> float:
        """When a wait ends that would at ``end``: later if it began before people could answer again."""
        return max(end, self._resumed_at + grace) if began < self._resumed_at else end
