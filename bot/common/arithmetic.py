"""Where arithmetic is done: a little where it is asked for, much of it in a process of its own.

That process is there only while there is something to work out. What is put to it, and what comes back, comes
in slices, for whatever passes between processes is packed and unpacked in the bot's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from bot.common.errors import StoreError
from bot.common.worker_process import WorkerDied, Workers

T = TypeVar("T")

TIME_LIMIT: Final = 60.0
"""Seconds for one question."""
IDLE: Final = 60.0
"""Seconds after which the process ends."""


class Ask(Protocol):
    """Whoever works something out."""

    async def __call__(self, question: Callable[..., T], *about: object) -> T:
        """Put a question, and wait for its answer."""
        ...


async def at_once(question: Callable[..., T], *about: object) -> T:
    """Work something out on the spot."""
    return question(*about)


class Arithmetic:
    """A process that works things out."""

    def __init__(self) -> None:
        self._process = Workers(time_limit=TIME_LIMIT, idle=IDLE)

    async def ask(self, question: Callable[..., T], *about: object) -> T:
        """Put a question to the process.

        Raises:
            NotWorkedOut: it died, or took too long.
        """
        try:
            return await self._process.ask(question, *about)
        except (WorkerDied, TimeoutError):
            raise NotWorkedOut("The process that works things out died, or took too long.") from None

    async def close(self) -> None:
        """End the process, at once."""
        await self._process.close()


class NotWorkedOut(StoreError):
    """Something is not worked out yet; nothing has changed."""
