"""The time to the answer at 100 presses a second on 500 tables, against a bare echo bot in the same run.

The real bot keeps 500 tables of people in the middle of a match, in a SQLite file on this disk. People press
what their hands offer, at moments of their own and never waiting for an earlier answer. It counts from the
moment a press was due until its answer reaches Discord; one that is not answered counts as three seconds.
Both bots, each on a loop of its own, take turns on the simulation's small Discord, which shares their thread
and is a fixed time away, there and back in every answer. What the bots themselves take of it is told without
a bound: one stores on a disk, the other only counts. The figures are medians of the rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Final, Protocol, Self

from bot.common.loop import new_runner
from tests.bench.club import a_club
from tests.bench.echo import echoes
from tests.bench.measure import Figure, Pair, interleaved
from tests.bench.small_discord import ONE_WAY, NextPress, SmallDiscord
from tests.sim.server import ANSWERABLE, Press

TABLES: Final = 500
RATE: Final = 100.0
"""Presses a second."""
SEED: Final = 1
"""Seed of the presses."""
ROUNDS: Final = 3
SETTLING: Final = 1.0
"""Seconds of unmeasured presses in which a paused loop catches up."""
SECONDS: Final = 4.0
MOST: Final = 0.25
"""The bound: seconds to the answer."""


class Pressed(Protocol):
    """Something with buttons."""

    def next_press(self, random: Random) -> NextPress:
        """The next press of a random user."""
        ...


Start = Callable[[SmallDiscord], AbstractAsyncContextManager[Pressed]]


def answer() -> list[Figure]:
    """Measure the time to the answer of the bot and the echo bot, in turn."""
    with (
        TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder,
        _Bot(lambda on: a_club(on, Path(folder) / "bench.sqlite3", TABLES)) as ours,
        _Bot(lambda on: echoes(on, TABLES)) as echo,
    ):
        pair = interleaved(ours.p99, echo.p99, rounds=ROUNDS)
    load = f"{RATE:g} presses a second on {TABLES} tables"
    mine, bare = f"{pair.ours * 1000:.1f} ms", f"{pair.baseline * 1000:.1f} ms of an echo bot"
    return [
        Figure(f"p99 to the answer, {load}", mine, f"{MOST * 1000:g} ms", pair.ours / MOST, 1.0),
        Figure("the same against an echo bot", mine, bare, pair.ratio, 4.0),
        Figure("the same without the way", *_without_the_way(pair), None),
    ]


def _without_the_way(pair: Pair) -> tuple[str, str, float]:
    ours, bare = pair.ours - 2 * ONE_WAY, pair.baseline - 2 * ONE_WAY
    return f"{ours * 1000:.1f} ms", f"{bare * 1000:.1f} ms of an echo bot", ours / bare


class _Bot:
    """A bot on its own loop, which is paused between two turns."""

    def __init__(self, start: Start) -> None:
        self._runner = new_runner()
        self._start = start
        self._random = Random(SEED)

    def __enter__(self) -> Self:
        self._runner.__enter__()
        self._discord = self._runner.run(_small_discord())
        self._started = self._start(self._discord)
        self._pressed = self._runner.run(_entered(self._started))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            self._runner.run(_left(self._started))
        finally:
            self._runner.close()

    def p99(self) -> float:
        """Measure one turn; returns the 99th percentile of seconds to the answer."""
        self._press_for(SETTLING)
        waits = sorted(map(_wait, self._press_for(SECONDS)))
        return waits[len(waits) * 99 // 100]

    def _press_for(self, seconds: float) -> Sequence[Press]:
        presses = self._discord.press_on(
            self._pressed.next_press, rate=RATE, seconds=seconds, random=self._random
        )
        return self._runner.run(presses)


async def _small_discord() -> SmallDiscord:
    return SmallDiscord()


async def _entered(started: AbstractAsyncContextManager[Pressed]) -> Pressed:
    return await started.__aenter__()


async def _left(started: AbstractAsyncContextManager[Pressed]) -> None:
    await started.__aexit__(None, None, None)


def _wait(press: Press) -> float:
    return ANSWERABLE if press.answered_at is None else press.answered_at - press.made_at
