"""Computers of many tables that ask one worker at once: their wait, and the event loop's lateness.

The questions are those of deals of Kentucky, bids among them, asked of the strongest player in a real worker
process: by all tables at the same moment, and again at the pace at which a computer answers. The less each of
many is thought about, the sooner all are answered. The loop may be late by twice its idle lateness.
"""

from __future__ import annotations

import asyncio
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from bot.common.loop import collect_seldom, new_runner
from bot.common.settings import Settings
from bot.computers.brief import AnyLegal, Brief, Briefing
from bot.computers.first_sights import FirstSights
from bot.computers.kinds import BEST
from bot.computers.worker import ComputerPool
from rules.bidding.state import State
from rules.catalog import find_game
from rules.core.actions import Action
from tests.bench.delays import delays_during, p99
from tests.bench.measure import Figure
from tests.strength.duel import play_deal, prepared

TABLES: Final = 200
TURNS: Final = 5
"""Successive questions of each table."""
PACE: Final[float] = Settings.model_fields["pace"].default
"""Seconds between two questions of a table: the bot's default."""
SEATS: Final = 4
DEALS: Final = 12
LONGEST: Final = 3.0
"""The bound: the longest wait for a computer in seconds."""
IDLE: Final = 3.0
"""Seconds for which the idle loop is measured."""
TIME_LIMIT: Final = 60.0
"""Seconds after which an answer is given up; long, so that late answers are measured."""


class _Load(NamedTuple):
    waits: list[float]
    """Seconds until each answer."""
    idle: float
    """The idle loop's lateness in seconds, 99th percentile."""
    busy: float
    """The lateness while all tables ask."""


def thinking() -> list[Figure]:
    """Measure the longest wait, and how late the event loop is."""
    with new_runner() as runner:
        collect_seldom()
        load = runner.run(_all_ask(_questions()))
    longest = max(load.waits)
    return [
        Figure(
            f"longest wait of {TABLES} tables that ask a computer at once",
            f"{longest:.2f} s", f"{LONGEST:.0f} s",
            longest / LONGEST, 1,
        ),
        Figure(
            "p99 delay of the event loop meanwhile",
            f"{1000 * load.busy:.2f} ms", f"{1000 * load.idle:.2f} ms idle",
            load.busy / load.idle, 2,
        ),
    ]  # fmt: skip


async def _all_ask(questions: list[Brief]) -> _Load:
    pool = ComputerPool(FirstSights(), time_limit=TIME_LIMIT)
    try:
        await pool.choose(BEST, questions[0], 1)  # a worker is there
        idle = p99(await delays_during(asyncio.sleep(IDLE)))
        waits: list[float] = []
        busy = p99(await delays_during(_ask(pool, questions, waits)))
        return _Load(waits, idle, busy)
    finally:
        await pool.close()


async def _ask(pool: ComputerPool, questions: list[Brief], waits: list[float]) -> None:
    """Have every table ask its questions at the pace of a table."""

    async def at_table(number: int) -> None:
        for turn in range(TURNS):
            began = perf_counter()
            await pool.choose(BEST, questions[(number + turn) % TABLES], 1)
            waits.append(perf_counter() - began)
            await asyncio.sleep(PACE - waits[-1])

    await asyncio.gather(*map(at_table, range(TABLES)))


class _Questions:
    """Records the questions of played deals."""

    def __init__(self) -> None:
        self.all: list[Brief] = []

    def watch(self, briefing: Briefing[Any], state: State, action: Action) -> None:
        """Record the brief of the seat that acts."""
        self.all.append(briefing.brief(state, state.turn))


def _questions() -> list[Brief]:
    """One question for each table, from all parts of deals."""
    game, asked = find_game("kentucky"), _Questions()
    for number, dealer, deal in prepared(game, SEATS, DEALS, seed=1):
        play_deal(game, deal, dealer, [AnyLegal()] * SEATS, number, asked)
    return Random(1).sample(asked.all, TABLES)
