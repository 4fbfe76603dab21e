"""Threads of the virtual loop: one runs only while the loop waits for it, so nothing is left to the machine.

What it does takes no virtual time, unless it pauses: then the loop goes on, and with it everything else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Semaphore, Thread, local
from typing import Any

_now = local()


class _Ended(BaseException):
    """The process a thread belongs to is dead."""


class SimThread:
    """One call in a thread, begun by the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, work: Callable[[], Any]) -> None:
        self.result: asyncio.Future[Any] = loop.create_future()
        self.is_over = False
        self._loop = loop
        self._work = work
        self._returned: Any = None
        self._error: BaseException | None = None
        self._pause = 0.0
        self._its_turn, self._our_turn = Semaphore(0), Semaphore(0)
        self._is_ended = False
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def go_on(self) -> None:
        """Let it run until it pauses or is over."""
        self._its_turn.release()
        self._our_turn.acquire()
        if not self.is_over:
            self._loop.call_later(self._pause, self.go_on)
        elif self.result.cancelled():
            return
        elif self._error is None:
            self.result.set_result(self._returned)
        else:
            self.result.set_exception(self._error)

    def end(self) -> None:
        """Have it end where it pauses: its process was killed."""
        self._is_ended = True
        self.result.cancel()
        while not self.is_over:
            self._its_turn.release()
            self._our_turn.acquire()

    def pause(self, seconds: float) -> None:
        """Called in the thread: let time pass."""
        self._pause = seconds
        self._our_turn.release()
        self._its_turn.acquire()
        if self._is_ended:
            raise _Ended

    def _run(self) -> None:
        _now.thread = self
        self._its_turn.acquire()
        try:
            if not self._is_ended:
                self._returned = self._work()
        except BaseException as error:  # noqa: BLE001  (whatever it is, it belongs to whoever waits)
            self._error = error
        self.is_over = True
        self._our_turn.release()


def pause(seconds: float) -> None:
    """Let time pass in the thread that is running, if one is."""
    thread: SimThread | None = getattr(_now, "thread", None)
    if thread is not None:
        thread.pause(seconds)
