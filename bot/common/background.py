"""Background tasks, blocking work in threads, and listeners of events."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
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
