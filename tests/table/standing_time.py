"""Time that stands still until a test moves it."""

from __future__ import annotations

import asyncio


class StandingTime:
    """The time of day and the time of the running event loop, moved together."""

    def __init__(self, now: float = 1.7e9) -> None:
        loop = asyncio.get_running_loop()
        self._passed = 0.0
        self._began = now
        began = loop.time()
        loop.time = lambda: began + self._passed  # type: ignore[method-assign]

    def now(self) -> float:
        """The time of day, in epoch seconds."""
        return self._began + self._passed

    def let_pass(self, seconds: float) -> None:
        """Move on; timers that are due go off as soon as the test waits for something."""
        self._passed += seconds

    def set_clock_back(self, seconds: float) -> None:
        """Have the machine's clock show an earlier time; the event loop's goes on."""
        self._began -= seconds
