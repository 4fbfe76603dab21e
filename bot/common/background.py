"""Background tasks, work repeated after pauses, blocking work in threads, and listeners of events."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")

LAST_WORK: Final = 2.0
"""Seconds that ``finish`` waits for running tasks, unless told otherwise, before it cancels them."""
CUT_OFF: Final = 0.5
"""Seconds that cancelled tasks are given to end."""


async def in_thread(work: Callable[..., T], *about: object) -> T:
    """The result of blocking work, done in a thread. A ``StopIteration`` is raised as a ``RuntimeError``."""
    # No future accepts a StopIteration: before Python 3.12 asyncio.to_thread never returned after one.
    return await asyncio.to_thread(_without_stop, work, about)


def _without_stop(work: Callable[..., T], about: Sequence[object]) -> T:
    try:
        return work(*about)
    except StopIteration as error:
        raise RuntimeError("StopIteration outside an iterator") from error


class Background:
    """Running background tasks, each referenced until it is done: the event loop's references are weak."""

    def __init__(self) -> None:
        self._at_work: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a coroutine as a background task; returns the task."""
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return task

    async def finish(self, seconds: float = LAST_WORK) -> None:
        """Wait some seconds for all tasks, then cancel those that still run."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while self._at_work and loop.time() < end:
            await asyncio.wait(self._at_work, timeout=end - loop.time())
        await self.cancel()

    async def cancel(self) -> None:
        """Cancel all running tasks."""
        await cut_off(self._at_work)


async def cut_off(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait up to ``CUT_OFF`` seconds for them; one that ignores it is abandoned."""
    for task in tuple(tasks):
        task.cancel()
    if tasks:
        await asyncio.wait(tuple(tasks), timeout=CUT_OFF)


Listener = TypeVar("Listener", bound=Callable[..., object])


class Listeners(Generic[Listener]):
    """Callbacks in the order they were added; the owner calls each of ``present`` when there is news."""

    def __init__(self) -> None:
        self.present: tuple[Listener, ...] = ()
        """The current callbacks. A new tuple for each change: a loop over the old one is not disturbed."""

    def add(self, listener: Listener) -> Callable[[], None]:
        """Add a callback; returns a function that removes it."""
        self.present = (*self.present, listener)
        return lambda: self._remove(listener)

    def _remove(self, listener: Listener) -> None:
        staying = list(self.present)
        staying.remove(listener)
        self.present = tuple(staying)


class Repeated:
    """Repeats work after the pause each round returns. ``now`` starts it, but cancels no running round."""

    def __init__(self, work: Callable[[], Awaitable[float | None]]) -> None:
        """``work`` returns the seconds until its next run, or None to wait for ``now``."""
        self._work: Final = work
        self._task: asyncio.Task[None] | None = None
        self._is_working = False
        self._is_wanted = False

    def now(self) -> None:
        """Run the work now, or again right after the running round."""
        # A running round is not cancelled: it may send a request to Discord, and if that waits out a limit on
        # the whole bot and is cancelled, discord.py tells no other request that the limit is over.
        self._is_wanted = True
        if not self._is_working:
            if self._task is not None:
                self._task.cancel()
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop for good; a running round is cancelled."""
        if self._task is not None:
            await cut_off([self._task])

    async def _run(self) -> None:
        pause: float | None = 0.0
        while pause is not None:
            await asyncio.sleep(pause)
            pause = await self._round()

    async def _round(self) -> float | None:
        self._is_working = True
        try:
            while True:
                self._is_wanted = False
                pause = await self._work()
                if not self._is_wanted:
                    return pause
        finally:
            self._is_working = False
