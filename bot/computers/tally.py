"""What a deal played out is worth to a player: the game's own scoring, over what the others score."""

from __future__ import annotations

from statistics import fmean
from typing import Final

from bot.computers.memory import Memory
from bot.computers.rollout import Result
from rules.bidding import scoring
from rules.bidding.setup import Setup
from rules.bidding.state import Teams
from rules.core.cards import CardSet

POINTS: Final = 0.3
"""Weight of the points themselves beside the score, which knows only bids made and bids lost."""


def final(setup: Setup, result: Result, declaring: int, nest: int) -> tuple[scoring.Captures, ...]:
    """What the sides have in the end, given the points of the nest laid away."""
    variant = setup.variant
    points, tricks = list(result.points), list(result.tricks)
    if setup.nest:
        tricks[result.last] += variant.nest_is_trick
        if variant.nest_to == "declarer":
            points[declaring] += nest
        elif variant.nest_to == "last_trick" or not variant.bury_counters:
            points[result.last] += nest
    return tuple(map(scoring.Captures, points, tricks))


class Scores:
    """What the rest of a deal is worth to the player asked, on top of the tricks taken."""

    def __init__(self, memory: Memory, teams: Teams, nest: int) -> None:
        setup, self._ranking = memory.setup, memory.ranking
        self._setup = setup
        self._bid = memory.heard.bid
        self._side, self._declaring = teams.side_of[memory.seat], teams.side_of[memory.declarer]
        self._blind = teams.side_of[setup.seats] if setup.variant.dummy == "blind" else scoring.NO_SIDE
        self._nest = sum([self._ranking.value[card] for card in CardSet(nest)])
        self._points, self._tricks = [0] * len(teams.sides), [0] * len(teams.sides)
        for trick in memory.heard.tricks:
            taker = teams.side_of[trick.winner]
            self._points[taker] += trick.points - self._ranking.trick
            self._tricks[taker] += 1

    def utility(self, rest: Result) -> float:
        """Score of the player's side less the mean of the others', after the rest of a deal."""
        whole = Result(
            [before + after for before, after in zip(self._points, rest.points, strict=True)],
            [before + after for before, after in zip(self._tricks, rest.tricks, strict=True)],
            rest.last,
        )
        result = scoring.Result(
            taken=final(self._setup, whole, self._declaring, self._nest),
            declaring=self._declaring,
            bid=self._bid,
            trick_value=self._ranking.trick,
            last=rest.last,
            spared=self._blind,
        )
        record = scoring.score(self._setup.variant, result)
        worth = [
            one.scored + POINTS * (taken.counters + one.bonus)
            for one, taken in zip(record.sides, result.taken, strict=True)
        ]
        others = [points for at, points in enumerate(worth) if at not in (self._side, self._blind)]
        return worth[self._side] - fmean(others)
