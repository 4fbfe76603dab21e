"""Threads of the virtual loop: each runs only while the loop waits for it, so the order is deterministic.

A thread takes no virtual time unless it pauses, which lets the loop continue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Semaphore, Thread, local
from typing import Any

_now = local()


class _Ended(BaseException):
    """Raised in a thread when its process is dead."""


class SimThread:
    """One function call in a thread, started by the loop."""

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

    def resume(self) -> None:
        """Let the thread run until it pauses or ends."""
        self._its_turn.release()
        self._our_turn.acquire()
        if not self.is_over:
            self._loop.call_later(self._pause, self.resume)
        elif self.result.cancelled():
            return
        elif self._error is None:
            self.result.set_result(self._returned)
        else:
            self.result.set_exception(self._error)

    def end(self) -> None:
        """End the thread at its pause, because its process was killed."""
        self._is_ended = True
        self.result.cancel()
        while not self.is_over:
            self._its_turn.release()
            self._our_turn.acquire()

    def pause(self, seconds: float) -> None:
        """Let virtual time pass. Called in the thread."""
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
        except BaseException as error:  # noqa: BLE001  (handed to the waiting caller)
            self._error = error
        self.is_over = True
        self._our_turn.release()


def pause(seconds: float) -> None:
    """Let virtual time pass in the running thread, if there is one."""
    thread: SimThread | None = getattr(_now, "thread", None)
    if thread is not None:
        thread.pause(seconds)
