"""A process that may end at any moment: killed, not another line of it runs."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import sys
import warnings
from collections.abc import Iterator
from contextvars import copy_context
from inspect import CORO_CLOSED, getcoroutinestate
from typing import Any
from weakref import WeakKeyDictionary

from tests.sim.loop import OWNER
from tests.sim.threads import SimThread


class Mortal:
    """The owner of its callbacks and of the threads it waits for."""

    def __init__(self) -> None:
        self.context = copy_context()
        self.is_dead = False
        self._tasks: WeakKeyDictionary[asyncio.Task[Any], int] = WeakKeyDictionary()
        self._threads: list[SimThread] = []
        self._adopted = 0
        self._main: asyncio.Task[Any] | None = None
        self._is_ending = False
        """Whether it ends by itself: its main task is running still."""
        self._left: int | None = None
        self.context.run(OWNER.set, self)

    def kill(self) -> None:
        """SIGKILL."""
        raise NotImplementedError

    def kill_after(self, callbacks: int) -> None:
        """SIGKILL, as soon as so many callbacks of it have been run."""
        self._left = callbacks

    # As the owner of callbacks --------------------------------------------------------------------

    def may_run(self) -> bool:
        """Count what runs; when its time has come it dies before the next callback."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                self.kill()
        return not self.is_dead

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Know of a task, to bury it."""
        self._adopted += 1
        self._tasks[task] = self._adopted

    def adopt_thread(self, thread: SimThread) -> None:
        """Know of a thread, to end it."""
        self._threads = [*(one for one in self._threads if not one.is_over), thread]

    # Inside ---------------------------------------------------------------------------------------

    def _in_order(self) -> list[asyncio.Task[Any]]:
        return sorted(self._tasks, key=self._tasks.__getitem__)

    def _die(self) -> None:
        """Close what it was doing. It is sealed: the disk, the wire and the loop know it no more."""
        self.is_dead = True
        with _not_to_be_heard():
            self.context.copy().run(self._bury)

    def _bury(self) -> None:
        for thread in self._threads:
            thread.end()
        while tasks := self._in_order():
            for task in tasks:
                del self._tasks[task]
                if task is self._main and self._is_ending:
                    continue
                task._log_traceback = False  # type: ignore[attr-defined,unused-ignore]
                task._log_destroy_pending = False  # type: ignore[attr-defined,unused-ignore]
                coroutine: Any = task.get_coro()
                while getcoroutinestate(coroutine) != CORO_CLOSED:  # at its end it may wait for more
                    with contextlib.suppress(BaseException):
                        coroutine.close()


def forget_the_dead() -> None:
    """Let go of whatever waits in circles: the collector itself would do that at any moment."""
    with _not_to_be_heard():
        gc.collect()


@contextlib.contextmanager
def _not_to_be_heard() -> Iterator[None]:
    """What is ended without its will complains of that."""
    heard, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        sys.unraisablehook = heard
