"""So many deals of a family by computers of two kinds, judged by the referee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import Final

from bot.computers.brief import Computer
from bot.computers.kinds import find_computer
from tests.families.recording import Careful, game_of, record
from tests.families.referee import judge
from tests.families.rules import Family

COMPUTERS: Final[tuple[Computer, ...]] = (find_computer("new"), Careful(0.6), Careful(0.95))
"""One that plays at first sight, and two that give any legal answer, one of which seldom bids."""

MOST: Final = 30
"""Deals of one match."""


@dataclass
class Findings:
    """What the referee found in the matches of one family."""

    family: str
    deals: int = 0
    matches: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.family}: {self.deals} deals, {self.matches} matches ended, {len(self.faults)} wrong"


def findings(
    family: Family,
    deals: int,
    seed: object,
    computers: Sequence[Computer] = COMPUTERS,
    most: int = MOST,
) -> Findings:
    """Play so many scored deals, in turn with each number of players and each kind of computer.

    A match that takes more than ``most`` deals is judged so far.
    """
    found, game = Findings(family.preset), game_of(family.preset)
    tables = cycle([(seats, computer) for computer in computers for seats in family.players])
    for number in count():
        if found.deals >= deals:
            return found
        seats, computer = next(tables)
        named = f"{family.preset} {seed} {number}"
        lines = record(family.preset, game, [computer] * seats, named, deals=min(most, deals - found.deals))
        found.deals += sum(line["type"] == "score" for line in lines)
        found.matches += lines[-1]["type"] == "end"
        found.faults += [f"match {number}, {seats} players, {fault}" for fault in judge(lines)]
    raise AssertionError
