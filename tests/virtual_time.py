"""An event loop that jumps to the next due time: hours of waiting in a moment, in the same order."""

from __future__ import annotations

import asyncio
import selectors
from typing import Any


class _Jump(selectors.SelectSelector):
    """A selector that lets time pass instead of waiting."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout:
            self.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop for coroutines that wait for time alone."""

    def __init__(self) -> None:
        self._jump = _Jump()
        super().__init__(self._jump)

    def time(self) -> float:
        return self._jump.now


def run(main: Any) -> Any:
    """Run a coroutine in virtual time.

    Raises:
        BaseException: raised by the coroutine, or by a task it did not await.
    """
    unseen = list[BaseException]()

    def note(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        unseen.extend([context["exception"]] if "exception" in context else [])

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.get_loop().set_exception_handler(note)
        result = runner.run(main)
    if unseen:
        raise unseen[0]
    return result
