"""Processes that work for the bot beside its event loop: started when needed, ended at once; they may die."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final, TypeVar

T = TypeVar("T")

CONTEXT: Final = get_context("spawn")
"""How they are started: anew, with nothing of the bot in them."""
STARTING: Final = 30.0
"""Seconds until processes must be there: on a small or busy machine that takes longer than any answer."""
NICE: Final = 5
"""How far they stand back behind the event loop where there are too few cores for both."""


class WorkerProcesses:
    """Some processes that answer questions, started when first asked and replaced when they die."""

    def __init__(self, number: int = 1, *, time_limit: float, idle: float | None = None) -> None:
        """``idle`` are the seconds after which they end if nothing is asked; without it they stay."""
        self._number = number
        self._time_limit = time_limit
        self._idle = idle
        self._asked = 0
        self._ending: asyncio.TimerHandle | None = None
        self._executor: ProcessPoolExecutor | None = None
        self._start: asyncio.Future[int]
        """Done once a process is there."""
        self._closed = False

    @property
    def is_closed(self) -> bool:
        """Whether nothing may be asked any more."""
        return self._closed

    @property
    def is_running(self) -> bool:
        """Whether there are processes, or will be in a moment."""
        return self._executor is not None

    @property
    def waiting(self) -> int:
        """How many questions have no answer yet."""
        return self._asked

    async def ask(self, question: Callable[..., T], *about: object) -> T:
        """Put a question to a process and wait for the answer, but not for ever.

        What was put to it is never taken back: before Python 3.11.7 an executor may then not end.

        Raises:
            BrokenProcessPool: the process died, or was given up by whoever had waited too long.
            TimeoutError: there was no answer within ``time_limit`` seconds once a process was there, or none
                was in time; the processes are given up.
        """
        if self._closed:
            raise BrokenProcessPool("these processes are closed")
        executor = self._running()
        self._begin()
        try:
            await _answer(self._start, STARTING)
            if executor is not self._executor:
                raise BrokenProcessPool("these processes were given up")
            return await _answer(_put(executor, question, *about), self._time_limit)
        except (BrokenProcessPool, TimeoutError):
            self._drop(executor)
            raise
        finally:
            self._end()

    async def close(self) -> None:
        """End the processes, at once and for good: nobody waits for what they work at."""
        self._closed = True
        self._stay()
        executor, self._executor = self._executor, None
        if executor is not None:
            _kill(_processes(executor))
            await asyncio.to_thread(executor.shutdown)

    def _running(self) -> ProcessPoolExecutor:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(self._number, mp_context=CONTEXT, initializer=_set_up_worker)
            self._start = _put(self._executor, os.getpid)
        return self._executor

    def _begin(self) -> None:
        self._asked += 1
        self._stay()

    def _end(self) -> None:
        """Have the processes end some time after the last question that waits."""
        self._asked -= 1
        if self._idle is not None and not self._asked and self._executor is not None:
            loop = asyncio.get_running_loop()
            self._ending = loop.call_later(self._idle, self._drop, self._executor)

    def _stay(self) -> None:
        """Let the processes stay for now."""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def _drop(self, executor: ProcessPoolExecutor) -> None:
        """Give up an executor and its processes; whoever else waits for it is told that it broke."""
        if executor is self._executor:
            self._executor = None
        _kill(_processes(executor))
        executor.shutdown(wait=False)


def _put(executor: ProcessPoolExecutor, question: Callable[..., T], *about: object) -> asyncio.Future[T]:
    """What will be the answer to a question; it is looked at, though nobody may wait for it any more."""
    future = asyncio.wrap_future(executor.submit(question, *about))
    future.add_done_callback(asyncio.Future.exception)
    return future


async def _answer(future: asyncio.Future[T], seconds: float) -> T:
    """What comes of a question; nobody's waiting takes it back.

    Raises:
        TimeoutError: it has no answer in time.
    """
    await asyncio.wait((future,), timeout=seconds)
    if not future.done():
        raise TimeoutError
    return future.result()


def _set_up_worker() -> None:
    """In the worker: Ctrl-C is the bot's business, presses come first, and no worker outlives its bot."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":
        os.nice(NICE)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _processes(executor: ProcessPoolExecutor) -> list[BaseProcess]:
    """The worker processes of an executor, which only Python 3.14 can kill by itself."""
    return list((executor._processes or {}).values())


def _kill(processes: Iterable[BaseProcess]) -> None:
    for process in processes:
        process.kill()
