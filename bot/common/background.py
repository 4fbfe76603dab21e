"""Work that runs beside its caller, and listeners that are called when something happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")

LAST_WORK: Final = 2.0
"""Seconds that a polite end waits for work under way."""
CUT_OFF: Final = 0.5
"""Seconds that cancelled work has for its end."""


async def in_thread(work: Callable[..., T], *about: object) -> T:
    """Do blocking work in a thread; returns its result.

    A ``StopIteration`` is raised as a ``RuntimeError``: no future takes one, so that who asked would wait for
    ever (before Python 3.12), as with ``asyncio.to_thread``.
    """
    return await asyncio.to_thread(_without_stop, work, about)


def _without_stop(work: Callable[..., T], about: Sequence[object]) -> T:
    try:
        return work(*about)
    except StopIteration as error:
        raise RuntimeError("StopIteration outside an iterator") from error


class Background:
    """Tasks that nobody has to wait for. They are kept here until they are done: the loop keeps none."""

    def __init__(self) -> None:
        self._at_work: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Have something done from now on; returns its task."""
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return task

    async def finish(self) -> None:
        """Wait a moment until nothing is under way any more, and cut off what still is then."""
        loop = asyncio.get_running_loop()
        end = loop.time() + LAST_WORK
        while self._at_work and loop.time() < end:
            await asyncio.wait(self._at_work, timeout=end - loop.time())
        await self.cancel()

    async def cancel(self) -> None:
        """Cut off whatever is under way."""
        await cut_off(self._at_work)


async def cut_off(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks, and wait a moment for their end: one that does not heed it is left behind."""
    for task in tuple(tasks):
        task.cancel()
    if tasks:
        await asyncio.wait(tuple(tasks), timeout=CUT_OFF)


Listener = TypeVar("Listener", bound=Callable[..., object])


class Listeners(Generic[Listener]):
    """Those who listen, in the order in which they came; whoever knows of the news calls each of them."""

    def __init__(self) -> None:
        self.present: tuple[Listener, ...] = ()
        """Those who listen now; whoever comes or goes while they are told changes nothing for the others."""

    def add(self, listener: Listener) -> Callable[[], None]:
        """Have one more listen; returns how to stop."""
        self.present = (*self.present, listener)
        return lambda: self._remove(listener)

    def _remove(self, listener: Listener) -> None:
        staying = list(self.present)
        staying.remove(listener)
        self.present = tuple(staying)
