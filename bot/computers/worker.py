"""Computer players in worker processes, off the event loop.

If an answer is late, fails or is not allowed, the table gets the player's first sight of the question. No log
line names a card.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Final, NamedTuple, Protocol, TypeVar

from bot.common.worker_process import WorkerDied, Workers
from bot.computers.bidding_games.claiming import is_sure, rest_of
from bot.computers.bidding_games.played import played, setup_for
from bot.computers.bidding_games.pressure import under
from bot.computers.brief import Brief, NoAnswer, decision_of
from bot.computers.first_sight import first_sight
from bot.computers.first_sights import FirstSights, Trouble
from bot.computers.hints.advising import advise
from bot.computers.hints.reasons import Advice
from bot.computers.kinds import find_computer
from bot.computers.memory import Memory
from bot.computers.native.library import is_built
from bot.computers.steady import Steady
from rules.core.actions import Action

T = TypeVar("T")

log = logging.getLogger(__name__)

TIME_LIMIT: Final = 5.0
"""Seconds a computer may think about one question. Waiting for a free process does not count."""
IDLE: Final = 60.0
"""Seconds after which a process without a question ends, except the last one."""
MOST_PROCESSES: Final = 8
"""Processes at most if the owner has set no number: each takes some 40 MB."""
_ATTEMPTS: Final = 2
_FRESH: Final = SystemRandom()


class ComputerPlayers(Protocol):
    """Answers questions for computer players."""

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        """A legal answer of a kind of computer; the same for the same brief and seed. None: a random seed.

        Without ``is_awaited`` it queues behind the answers that a person waits for.
        """
        ...

    async def advise(self, brief: Brief, seed: int) -> Advice | None:
        """The champion's answer for a player and its reason; None if it is not available in time."""
        ...

    async def is_claim_sure(self, brief: Brief) -> bool:
        """Whether the player to move certainly takes every remaining trick; False if not known in time."""
        ...

    async def close(self) -> None:
        """Release the processes; later questions are answered at first sight."""
        ...


class _Missed(NamedTuple):
    """Why a worker gave no usable answer. ``reason`` names no card."""

    trouble: Trouble
    reason: str


class ComputerPool:
    """Computers in worker processes, started by ``start`` or when first asked, and replaced when they die.

    If many ask at once each thinks less, so that no table waits long.
    """

    def __init__(
        self, first_sights: FirstSights, *, time_limit: float = TIME_LIMIT, processes: int = 0
    ) -> None:
        """Start no process yet.

        Args:
            first_sights: Where the answers are counted that were given at first sight.
            time_limit: Seconds to think about one question.
            processes: The most at a time; 0 for one for each core, up to ``MOST_PROCESSES``.
        """
        self._workers = Workers(
            time_limit=time_limit,
            pool="computers",
            most=processes or min(cores(), MOST_PROCESSES),
            idle=IDLE,
            stay=1,
            prepare=_prepare,
        )
        self._first_sights = first_sights
        self._first_sight_turn = asyncio.Lock()
        self._starting: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        workers = self._workers
        state = "closed" if workers.is_closed else f"{workers.running} of {workers.most} running"
        return f"<ComputerPool, {state}>"

    def start(self) -> None:
        """Start a first process in the background, so that the first answer does not wait for it."""
        self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        with contextlib.suppress(WorkerDied, TimeoutError):
            await self._workers.ask(os.getpid)

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        """A legal answer: a worker's, or first sight if there is none in time. Never a random one."""
        seed = _FRESH.getrandbits(64) if seed is None else seed
        thought = await self._thought(kind, brief, seed, is_awaited=is_awaited)
        if not isinstance(thought, _Missed):
            return thought
        if not self._workers.is_closed:
            self._first_sights.note(thought.trouble, kind, brief.game, thought.reason)
        async with self._first_sight_turn:  # one in each turn of the event loop: each may take 10 ms
            answer = first_sight(kind, brief, Random(seed))
            await asyncio.sleep(0)
        return answer

    async def _thought(self, kind: str, brief: Brief, seed: int, *, is_awaited: bool) -> Action | _Missed:
        """A worker's answer, asked again if it died; or why there is none."""
        for _ in range(_ATTEMPTS):
            waiting = self._workers.waiting // self._workers.most
            try:
                answer = await self._workers.ask(_think, kind, brief, seed, waiting, is_urgent=is_awaited)
            except WorkerDied:
                continue
            except TimeoutError as error:
                return _Missed(Trouble.LATE, str(error))
            except NoAnswer as error:
                return _Missed(Trouble.ILLEGAL, str(error))
            except Exception as error:  # noqa: BLE001 - the table needs an answer; the message may name cards
                return _Missed(Trouble.FAILED, type(error).__name__)
            if decision_of(brief).accepts(answer):
                return answer
            return _Missed(Trouble.ILLEGAL, "the answer is not allowed")
        return _Missed(Trouble.DIED, "the process died")

    async def advise(self, brief: Brief, seed: int) -> Advice | None:
        """The champion's advice; None if it fails, is late, or each worker asked dies."""
        return await self._asked("a hint", brief, _advise, brief, seed)

    async def is_claim_sure(self, brief: Brief) -> bool:
        """Whether a claim of every trick left is sure; False if it fails, is late, or each worker dies."""
        return await self._asked("a claim", brief, _is_claim_sure, brief) or False

    async def _asked(
        self, subject: str, brief: Brief, question: Callable[..., T], *about: object
    ) -> T | None:
        """A worker's answer to a question a player waits for; None if it fails or is late."""
        for _ in range(_ATTEMPTS):
            try:
                return await self._workers.ask(question, *about)
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
        """Kill the processes at once; open questions are answered at first sight."""
        await self._workers.close()
        if self._starting is not None:
            await self._starting


def _think(kind: str, brief: Brief, seed: int, waiting: int = 0) -> Action:
    """In the worker: the answer of a kind of computer; the more are ``waiting``, the less it searches."""
    computer = find_computer(kind)
    if isinstance(computer, Steady):
        computer = Steady(under(computer.level, waiting))
    return computer.choose(brief, Random(seed))


def _advise(brief: Brief, seed: int) -> Advice:
    """In the worker: the champion's advice."""
    return advise(brief, Random(seed))


def _is_claim_sure(brief: Brief) -> bool:
    """In the worker: whether the player to move certainly takes every remaining trick."""
    setup = setup_for(played(brief))
    rest = None if setup is None else rest_of(Memory(brief, setup))
    return rest is not None and is_sure(rest)


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _prepare() -> None:
    """In a new worker: load the compiled search. To unpickle this function imports all other modules."""
    is_built()
