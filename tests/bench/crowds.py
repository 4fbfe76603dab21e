"""Sixteen and thirty champions asked at once in every game, on a quiet machine and with six busy processes.

``python -m tests.bench crowds``: none is answered at first sight, no process ends, and on the quiet
machine the event loop is late by 20 ms at most, also when all thirty are answered at first sight.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from multiprocessing import active_children
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from bot.common.loop import collect_seldom, new_runner
from bot.computers.bidding_games.pressure import FIRST_SIGHT, under
from bot.computers.brief import Brief
from bot.computers.first_sights import FirstSights
from bot.computers.kinds import BEST
from bot.computers.levels import CHAMPION
from bot.computers.steady import Steady
from bot.computers.worker import ComputerPool
from bot.tools.simulate import simulate
from rules.catalog import GAMES
from rules.core.actions import Action
from tests.bench.delays import delays_during
from tests.bench.measure import Figure

CROWDS: Final = (16, 30)
BUSY: Final = 6
"""Processes that want a core each."""
BUSY_CODE: Final = "while True: pass"
LATEST: Final = 0.02
"""The bound: seconds the event loop may be late on a quiet machine."""
QUESTIONS: Final = 400
"""About how many questions are collected of each game."""
MATCHES: Final = 20
"""The most matches played to collect them."""


class _Crowds(NamedTuple):
    """The results of the crowds of all games."""

    troubles: Counter[str]
    ended: int
    """Worker processes that died."""
    latest: float
    """The largest lateness of the event loop in seconds."""
    longest: float
    """The most seconds until all of a crowd had answers."""


def crowds() -> Iterator[Figure]:
    """Measure crowds in all games."""
    heard = {key: _questions(key) for key in GAMES}
    questions = {key: Random(1).choices(asked, k=CROWDS[-1]) for key, asked in heard.items() if asked}
    with new_runner() as runner:
        collect_seldom()
        quiet = runner.run(_ask_in_all(questions))
        replaced = runner.run(_see_at_first(questions))
        with _busy_processes():
            busy = runner.run(_ask_in_all(questions))
    for name, found in (("a quiet machine", quiet), (f"a machine with {BUSY} busy processes", busy)):
        yield _count(f"answers at first sight of crowds on {name}", found.troubles.total())
        yield _count(f"processes ended by crowds on {name}", found.ended)
        yield Figure(
            f"longest wait of crowds on {name}", f"{found.longest:.2f} s", "1 s", found.longest, None
        )
    yield _late("crowds think in other processes", quiet.latest)
    yield _late(f"{CROWDS[-1]} champions are answered at first sight", replaced)


def _count(name: str, number: int) -> Figure:
    return Figure(name, str(number), "none", number, 0)


def _late(asked: str, seconds: float) -> Figure:
    name = f"longest delay of the event loop on a quiet machine while {asked}"
    return Figure(name, f"{1000 * seconds:.1f} ms", f"{1000 * LATEST:.0f} ms", seconds / LATEST, 1)


async def _ask_in_all(questions: dict[str, list[Brief]]) -> _Crowds:
    first_sights, latest, longest = FirstSights(), 0.0, 0.0
    pool = ComputerPool(first_sights)
    before: set[int | None] = set()
    ended = 0

    async def ask(asked: list[Brief]) -> None:
        await asyncio.gather(*(pool.choose(BEST, brief, 1) for brief in asked))

    try:
        await ask(questions["kentucky"][:4])  # the processes are there
        for asked in questions.values():
            for number in CROWDS:
                before = {process.pid for process in active_children()}
                began = perf_counter()
                latest = max((latest, *await delays_during(ask(asked[:number]))))
                longest = max(longest, perf_counter() - began)
                ended += len(before - {process.pid for process in active_children()})
    finally:
        await pool.close()
    return _Crowds(Counter(first_sights.counts), ended, latest, longest)


async def _see_at_first(questions: dict[str, list[Brief]]) -> float:
    """The largest lateness of the loop while all are answered at first sight."""
    pool, latest = ComputerPool(FirstSights()), 0.0
    await pool.close()

    async def ask(asked: list[Brief]) -> None:
        await asyncio.gather(*(pool.choose(BEST, brief, 1) for brief in asked))

    for asked in questions.values():
        latest = max((latest, *await delays_during(ask(asked))))
    return latest


class _Heard:
    """A player at first sight that records its questions."""

    def __init__(self) -> None:
        self._player = Steady(under(CHAMPION, FIRST_SIGHT))
        self.all: list[Brief] = []

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer at first sight."""
        self.all.append(brief)
        return self._player.choose(brief, random)


def _questions(key: str) -> list[Brief]:
    """Questions from all parts of a game's matches; empty for games without decisions."""
    game, heard = GAMES[key], _Heard()
    for number in range(MATCHES):
        players = [heard] * game.about.seats[0]
        for _ in islice(simulate(game, players, f"crowd {number}"), QUESTIONS):
            pass
        if len(heard.all) >= QUESTIONS:
            break
    return heard.all


@contextlib.contextmanager
def _busy_processes() -> Iterator[None]:
    """Run ``BUSY`` processes that use a core each."""
    processes = [subprocess.Popen([sys.executable, "-c", BUSY_CODE]) for _ in range(BUSY)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()
