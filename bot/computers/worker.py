"""Computer players kept off the event loop: they think in a process of their own, which may die.

Whatever goes wrong there (a dead process, an error, an answer too late or not allowed), the table
gets a legal answer and goes on. Nothing that is logged names a card.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Final, Protocol, TypeVar

from bot.computers.advising import advise
from bot.computers.any_legal import decision_of
from bot.computers.brief import Brief
from bot.computers.claiming import is_sure, rest_of
from bot.computers.kinds import find_computer
from bot.computers.memory import Memory
from bot.computers.played import played, setup_for
from bot.computers.pressure import under
from bot.computers.reasons import Advice
from bot.computers.steady import Steady
from bot.worker_process import WorkerDied, WorkerProcess
from rules.core.actions import Action

T = TypeVar("T")

log = logging.getLogger(__name__)

TIME_LIMIT: Final = 5.0
_ATTEMPTS: Final = 2
_FRESH: Final = SystemRandom()


class ComputerPlayers(Protocol):
    """Whoever answers for computers."""

    async def choose(self, kind: str, brief: Brief, seed: int | None = None) -> Action:
        """A legal answer of a kind of computer; the same for the same brief and seed."""
        ...

    async def advise(self, brief: Brief, seed: int) -> Advice | None:
        """What a computer would answer in somebody's place, and why; None where that cannot be told now."""
        ...

    async def is_claim_sure(self, brief: Brief) -> bool:
        """Whether whoever is to play takes every trick left for the own side, whatever others hold."""
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

    async def advise(self, brief: Brief, seed: int) -> Advice | None:
        """Advice, thought out on the spot."""
        return _advise(brief, seed)

    async def is_claim_sure(self, brief: Brief) -> bool:
        """Whether a claim is sure, worked out on the spot."""
        return _is_claim_sure(brief)

    async def close(self) -> None:
        """There is nothing to let go of."""


class ComputerPool:
    """Computers in a worker process, started by ``start`` or when first asked, and replaced when it dies.

    While many ask at once each thinks less, so that nobody waits long.
    """

    def __init__(self, *, time_limit: float = TIME_LIMIT) -> None:
        self._worker = WorkerProcess(time_limit=time_limit)
        self._time_limit = time_limit
        self._starting: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        worker = self._worker
        state = "closed" if worker.is_closed else "running" if worker.is_running else "idle"
        return f"<ComputerPool, {state}>"

    def start(self) -> None:
        """Have a worker started meanwhile, so that the first answer does not wait for it."""
        self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        with contextlib.suppress(WorkerDied, TimeoutError):
            await self._worker.ask(os.getpid)

    async def choose(self, kind: str, brief: Brief, seed: int | None = None) -> Action:
        """A legal answer; one sampled here where the worker has none in time."""
        seed = _seed(seed)
        for _ in range(_ATTEMPTS):
            if self._worker.is_closed:
                break
            waiting = self._worker.waiting
            try:
                return _checked(kind, brief, seed, await self._worker.ask(_think, kind, brief, seed, waiting))
            except WorkerDied:
                log.warning("the worker process of the computer players died; another one takes over")
            except TimeoutError:
                log.warning("%s took more than %g s at %s", kind, self._time_limit, brief.game)
                break
            except Exception as error:  # noqa: BLE001 - the table must go on; the message may name cards
                log.error("%s failed at %s: %s", kind, brief.game, type(error).__name__)
                break
        return _sampled(brief, seed)

    async def advise(self, brief: Brief, seed: int) -> Advice | None:
        """Advice; None where the worker has none in time, or dies over it."""
        return await self._asked("a hint", brief, _advise, brief, seed)

    async def is_claim_sure(self, brief: Brief) -> bool:
        """Whether a claim is sure; it is not where the worker finds nothing out in time, or dies over it."""
        return await self._asked("a claim", brief, _is_claim_sure, brief) or False

    async def _asked(
        self, subject: str, brief: Brief, question: Callable[..., T], *about: object
    ) -> T | None:
        """What a worker answers to a question a person waits for; None where it does not."""
        for _ in range(_ATTEMPTS):
            try:
                return await self._worker.ask(question, *about)
            except WorkerDied:
                continue
            except TimeoutError:
                break
            except Exception as error:  # noqa: BLE001 - its message may name cards
                log.error("%s failed at %s: %s", subject, brief.game, type(error).__name__)
                return None
        log.warning("%s could not be worked out at %s", subject, brief.game)
        return None

    async def close(self) -> None:
        """End the worker process, at once: nobody waits for what it thinks about."""
        await self._worker.close()
        if self._starting is not None:
            await self._starting


def _think(kind: str, brief: Brief, seed: int, waiting: int = 0) -> Action:
    """In the worker: the answer of a kind of computer, while so many others wait for theirs."""
    computer = find_computer(kind)
    if isinstance(computer, Steady):
        computer = Steady(under(computer.level, waiting))
    return computer.choose(brief, Random(seed))


def _advise(brief: Brief, seed: int) -> Advice:
    """In the worker: what a computer would answer, and why."""
    return advise(brief, Random(seed))


def _is_claim_sure(brief: Brief) -> bool:
    """In the worker: whether a claim is sure."""
    setup = setup_for(played(brief))
    rest = None if setup is None else rest_of(Memory(brief, setup))
    return rest is not None and is_sure(rest)


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
