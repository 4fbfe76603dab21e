"""The CPU of computers' decisions, in every game and at every number of seats: the mean and the longest.

``python -m tests.bench decisions`` prints the table of docs/computers.md; a champion sits on every seat, and
each question is answered at first sight before. A decision may take half a second, at first sight 10 ms.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random
from statistics import fmean
from time import process_time
from typing import Final, NamedTuple

from bot.computers.bidding_games.pressure import FIRST_SIGHT, under
from bot.computers.brief import Brief, Computer
from bot.computers.levels import CHAMPION
from bot.computers.steady import Steady
from bot.tools.simulate import simulate
from rules.catalog import GAMES
from rules.core.actions import Action

SECONDS: Final = 6.0
"""CPU spent on each row."""
LONGEST: Final = 0.5
"""Seconds of CPU that a decision may take."""
LONGEST_AT_FIRST_SIGHT: Final = 0.01


class Decisions(NamedTuple):
    """One row: CPU seconds of decisions at a table, with full search and at first sight."""

    key: str
    seats: int
    full: list[float]
    at_first_sight: list[float]

    @property
    def holds(self) -> bool:
        """Whether the longest decisions are within their bounds."""
        return max(self.full) <= LONGEST and max(self.at_first_sight) <= LONGEST_AT_FIRST_SIGHT

    def __str__(self) -> str:
        cells = (
            f"{1000 * value:.{1 if value < 0.1 else 0}f}"
            for times in (self.full, self.at_first_sight)
            for value in (fmean(times), max(times))
        )
        missed = "" if self.holds else " MISSED"
        return f"| `{self.key}` | {self.seats} | {len(self.full)} | {' | '.join(cells)} |{missed}"


class _Watched:
    """A champion that records the CPU time of its decisions and of its first sight."""

    def __init__(self) -> None:
        self._full: Computer = Steady(CHAMPION)
        self._hurried: Computer = Steady(under(CHAMPION, FIRST_SIGHT))
        self.full: list[float] = []
        self.at_first_sight: list[float] = []

    def choose(self, brief: Brief, random: Random) -> Action:
        """The champion's answer."""
        self.at_first_sight.append(_timed(self._hurried, brief, Random(1))[1])
        answer, seconds = _timed(self._full, brief, random)
        self.full.append(seconds)
        return answer


def _timed(computer: Computer, brief: Brief, random: Random) -> tuple[Action, float]:
    began = process_time()
    answer = computer.choose(brief, random)
    return answer, process_time() - began


def decisions() -> Iterator[Decisions]:
    """Measure every game in which a computer answers."""
    for key, game in GAMES.items():
        for seats in game.about.seats:
            if (row := decisions_at(key, seats)).full:
                yield row


def decisions_at(key: str, seats: int, seconds: float = SECONDS) -> Decisions:
    """Play matches of a game until so much CPU is spent; garbage is collected between decisions."""
    watched, until, number = _Watched(), process_time() + seconds, 0
    gc.disable()
    try:
        while process_time() < until and (watched.full or not number):
            for _ in simulate(GAMES[key], [watched] * seats, f"decisions {number}"):
                if process_time() >= until:
                    break
            number += 1
            gc.collect()
    finally:
        gc.enable()
    return Decisions(key, seats, watched.full, watched.at_first_sight)
