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
        """Advance time; due timers fire at the test's next await."""
        self._passed += seconds

    def set_clock_back(self, seconds: float) -> None:
        """Set the machine's clock back; the event loop's is not changed."""
        self._began -= seconds
