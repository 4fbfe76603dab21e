"""The clock for deadlines: it counts elapsed time, even if the machine's clock is changed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextvars import copy_context
from math import inf
from typing import Final

GRACE: Final = 180.0
"""Grace period in seconds: no deadline passes sooner once players can answer again, as after a restart."""
DRIFT: Final = 0.5
"""Seconds between two calls up to which a difference is the machine's clock drifting, and followed."""
NEVER_SET: Final = 1_420_070_400.0
"""Epoch seconds of 2015, where Discord's ids begin. A machine's clock earlier than this was never set."""


def loop_time() -> float:
    """The running event loop's time, in seconds."""
    return asyncio.get_running_loop().time()


class Clock:
    """Seconds since the epoch, by the calendar when the process began and by elapsed time from then on.

    A change of the machine's clock moves no deadline; drift of less than half a second between two calls is
    followed. No time elapses while the machine sleeps. Times shown to users and dates go by the calendar:
    ``shown`` and ``counted`` convert.
    """

    def __init__(
        self, calendar: Callable[[], float] = time.time, elapsed: Callable[[], float] = loop_time
    ) -> None:
        """``calendar`` is the machine's clock in epoch seconds; ``elapsed`` a monotonic clock in seconds."""
        self._calendar = calendar
        self._elapsed = elapsed
        self._context = copy_context()
        self._lead: float | None = None
        """Calendar minus elapsed time, in seconds, at the last call; None before the first."""
        self._ahead = 0
        """Whole seconds the calendar was set ahead in total at the last call; negative if it was set back."""
        self._resumed_at = -inf

    @classmethod
    def of(cls, now: Callable[[], float]) -> Clock:
        """``now`` itself if it is a ``Clock``; else a clock that takes ``now`` for elapsed time as well."""
        return now if isinstance(now, Clock) else cls(now, now)

    def __call__(self) -> float:
        """The present time of this clock, in seconds since the epoch."""
        present = self._calendar()
        lead = present - self._context.run(self._elapsed)
        step = 0.0 if self._lead is None else lead - self._lead
        self._lead = lead
        if abs(step) > DRIFT and present - step >= NEVER_SET:
            self._ahead += round(step)
        return present - self._ahead

    def follow(self) -> None:
        """Use the caller's context (its event loop) for elapsed time from now on, as simulations need."""
        present = self.today()
        self._context = copy_context()
        self._lead = present - self._elapsed()

    def today(self) -> float:
        """The present time by the machine's calendar, in epoch seconds: for dates, not for deadlines."""
        return self() + self._ahead

    @property
    def ahead(self) -> int:
        """Whole seconds the calendar has been set ahead in total until now; negative if it was set back."""
        self()  # a step since the last call counts, too
        return self._ahead

    def shown(self, at: float) -> float:
        """Convert a time of this clock to the calendar, in epoch seconds."""
        return at + self.ahead

    def counted(self, at: float) -> float:
        """Convert a time of the calendar, in epoch seconds, to this clock."""
        return at - self.ahead

    def resume(self) -> None:
        """Note that players can answer again: deadlines get a grace period from now on."""
        self._resumed_at = self()

    def since(self, seconds: float) -> float:
        """The time ``seconds`` ago: a wait begun by then has expired. 0 (none has) in the grace period."""
        present = self()
        return 0.0 if present < self._resumed_at + GRACE else present - seconds

    def prolonged(self, end: float, began: float, grace: float = GRACE) -> float:
        """A deadline ``end``, not before the end of the grace period if the wait began before ``resume``."""
        return max(end, self._resumed_at + grace) if began < self._resumed_at else end
