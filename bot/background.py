"""Work that goes on beside whoever began it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


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
        """Wait until nothing is under way any more."""
        while self._at_work:
            await asyncio.wait(self._at_work)

    async def cancel(self) -> None:
        """Cut off whatever is under way."""
        for task in self._at_work:
            task.cancel()
        await self.finish()
