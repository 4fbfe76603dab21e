"""Runs long computations: on the spot, or in a worker process that ends when idle.

Callers should split large jobs: arguments and results are pickled and unpickled in the bot's own process.
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
"""Seconds after which an idle process ends."""


class Ask(Protocol):
    """Runs a computation, on the spot (``at_once``) or in a worker process (``Arithmetic.ask``)."""

    async def __call__(self, question: Callable[..., T], *about: object) -> T:
        """The result of ``question(*about)``."""
        ...


async def at_once(question: Callable[..., T], *about: object) -> T:
    """Call the function in this process; returns its result."""
    return question(*about)


class Arithmetic:
    """A worker process for long computations."""

    def __init__(self) -> None:
        self._process = Workers(time_limit=TIME_LIMIT, pool="arithmetic", idle=IDLE)
        self.close: Final = self._process.close
        """Kill the process."""

    async def ask(self, question: Callable[..., T], *about: object) -> T:
        """The result of ``question(*about)``, computed in the worker process.

        Raises:
            NotWorkedOut: the process died, or took more than ``TIME_LIMIT`` seconds.
        """
        try:
            return await self._process.ask(question, *about)
        except (WorkerDied, TimeoutError):
            raise NotWorkedOut("The process that works things out died, or took too long.") from None


class NotWorkedOut(StoreError):
    """A computation failed because its process died or took too long; nothing has changed."""
