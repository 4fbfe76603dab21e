"""Computer players kept off the event loop: they think in a process of their own, which may die.

Whatever goes wrong there (a dead process, an error, an answer too late or not allowed), the table
gets a legal answer and goes on. Nothing that is logged names a card.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from random import Random, SystemRandom
from threading import Thread
from typing import Final, Protocol, TypeVar

from bot.computers.any_legal import decision_of
from bot.computers.brief import Brief
from bot.computers.kinds import find_computer
from rules.core.actions import Action

log = logging.getLogger(__name__)

TIME_LIMIT: Final = 5.0
_ATTEMPTS: Final = 2
_FRESH: Final = SystemRandom()

T = TypeVar("T")


class ComputerPlayers(Protocol):
    """Whoever answers for computers."""

    async def choose(self, kind: str, brief: Brief, seed: int | None = None) -> Action:
        """A legal answer of a kind of computer; the same for the same brief and seed."""
        ...

    async def close(self) -> None:
        """Let go of what thinking needs."""
        ...


class InlineComputers:
    """Computers that think where they are asked: for tests and measurements."""

    async def choose(self, kind: str, brief: Brief, seed: int | None = None) -> Action:
        """A legal answer, thought out on the spot."""
        seed = _seed(seed)
        return _checked(kind, brief, seed, _think(kind, brief, seed))

    async def close(self) -> None:
        """There is nothing to let go of."""


class ComputerPool:
    """Computers in worker processes, started by ``start`` or when first asked, and replaced when they die."""

    def __init__(self, *, workers: int = 1, time_limit: float = TIME_LIMIT) -> None:
        self._workers = workers
        self._time_limit = time_limit
        self._executor: ProcessPoolExecutor | None = None
        self._closed = False
        self._starting: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        state = "closed" if self._closed else "idle" if self._executor is None else "running"
        return f"<ComputerPool, {state}>"

    def start(self) -> None:
        """Have a worker started meanwhile, so that the first answer does not wait for it."""
        self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        with contextlib.suppress(BrokenProcessPool, TimeoutError):
            await self._ask(self._running(), os.getpid)

    async def choose(self, kind: str, brief: Brief, seed: int | None = None) -> Action:
        """A legal answer; one sampled here where the worker has none in time."""
        seed = _seed(seed)
        for _ in range(_ATTEMPTS):
            if self._closed:
                break
            executor = self._running()
            try:
                answer = await self._ask(executor, _think, kind, brief, seed)
                return _checked(kind, brief, seed, answer)
            except BrokenProcessPool:
                log.warning("the worker process of the computer players died; another one takes over")
                self._drop(executor)
            except TimeoutError:
                log.warning("%s took more than %g s at %s", kind, self._time_limit, brief.game)
                self._drop(executor)
                break
            except Exception as error:  # noqa: BLE001 - the table must go on; the message may name cards
                log.error("%s failed at %s: %s", kind, brief.game, type(error).__name__)
                break
        return _sampled(brief, seed)

    async def close(self) -> None:
        """End the worker processes, at once: nobody waits for what they think about."""
        self._closed = True
        executor, self._executor = self._executor, None
        if executor is not None:
            _kill(_processes(executor))
            await asyncio.to_thread(executor.shutdown)
        if self._starting is not None:
            await self._starting

    async def _ask(self, executor: ProcessPoolExecutor, question: Callable[..., T], *about: object) -> T:
        """Put a question to a worker and wait for the answer, but not for ever.

        What was put to it is never taken back: before Python 3.11.7 an executor may then not end.
        """
        future = asyncio.wrap_future(executor.submit(question, *about))
        future.add_done_callback(asyncio.Future.exception)  # it is looked at, though nobody waits any more
        await asyncio.wait((future,), timeout=self._time_limit)
        if not future.done():
            raise TimeoutError
        return future.result()

    def _running(self) -> ProcessPoolExecutor:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self._workers, mp_context=get_context("spawn"), initializer=_set_up_worker
            )
        return self._executor

    def _drop(self, executor: ProcessPoolExecutor) -> None:
        """Give up an executor and its processes; whoever else waits for it is told that it broke."""
        if executor is self._executor:
            self._executor = None
        _kill(_processes(executor))
        executor.shutdown(wait=False)


def _set_up_worker() -> None:
    """In the worker: Ctrl-C is the bot's business, and no worker outlives its bot."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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


def _think(kind: str, brief: Brief, seed: int) -> Action:
    """In the worker: the answer of a kind of computer."""
    return find_computer(kind).choose(brief, Random(seed))


def _checked(kind: str, brief: Brief, seed: int, answer: Action) -> Action:
    """The answer if it is allowed, else one that is."""
    if decision_of(brief).accepts(answer):
        return answer
    log.error("%s gave an answer that is not allowed at %s", kind, brief.game)
    return _sampled(brief, seed)


def _sampled(brief: Brief, seed: int) -> Action:
    return decision_of(brief).sample(Random(seed))


def _seed(seed: int | None) -> int:
    return _FRESH.getrandbits(64) if seed is None else seed
