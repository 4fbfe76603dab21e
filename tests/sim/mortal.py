"""A process that may be killed at any moment; then none of its code runs again."""

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
    """A killable owner of callbacks and threads."""

    def __init__(self) -> None:
        self.context = copy_context()
        self.is_dead = False
        self._tasks: WeakKeyDictionary[asyncio.Task[Any], int] = WeakKeyDictionary()
        self._threads: list[SimThread] = []
        self._adopted = 0
        self._main: asyncio.Task[Any] | None = None
        self._is_ending = False
        """Whether it is ending on its own, with its main task still running."""
        self._left: int | None = None
        self.context.run(OWNER.set, self)

    def kill(self) -> None:
        """SIGKILL."""
        raise NotImplementedError

    def kill_after(self, callbacks: int) -> None:
        """SIGKILL after ``callbacks`` more of its callbacks."""
        self._left = callbacks

    # As the owner of callbacks --------------------------------------------------------------------

    def may_run(self, handle: asyncio.Handle) -> bool:
        """Count a callback; the process dies before the callback it is due at."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                self.kill()
        return not self.is_dead

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Register a task, closed when the process dies."""
        self._adopted += 1
        self._tasks[task] = self._adopted

    def adopt_thread(self, thread: SimThread) -> None:
        """Register a thread, ended when the process dies."""
        self._threads = [*(one for one in self._threads if not one.is_over), thread]

    # Inside ---------------------------------------------------------------------------------------

    def _in_order(self) -> list[asyncio.Task[Any]]:
        return sorted(self._tasks, key=self._tasks.__getitem__)

    def _die(self) -> None:
        """Close all its tasks and threads. The disk, the wire and the loop ignore it already."""
        self.is_dead = True
        with _not_to_be_heard():
            self.context.copy().run(self._close_tasks)

    def _close_tasks(self) -> None:
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
                while getcoroutinestate(coroutine) != CORO_CLOSED:  # it may await again in ``finally``
                    with contextlib.suppress(BaseException):
                        coroutine.close()


def forget_the_dead() -> None:
    """Collect reference cycles at a set moment, for the collector's own moments are not deterministic."""
    with _not_to_be_heard():
        gc.collect()


@contextlib.contextmanager
def _not_to_be_heard() -> Iterator[None]:
    """Silence the complaints of tasks and generators that are closed by force."""
    heard, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        sys.unraisablehook = heard
