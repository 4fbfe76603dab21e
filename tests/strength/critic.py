"""The exact critic: what a card near the end of a deal cost, when all cards are known.

It sees every hand, so many losses it finds were honest guesses. It also looks at sampled deals that agree
with the player's knowledge: a loss that is as large in these on average could be known.
"""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from bot.computers.bidding_games.rollout import Result
from bot.computers.bidding_games.solving import Ending, TooMany, ending_at, solve
from bot.computers.bidding_games.tally import Scores
from bot.computers.bidding_games.worlds import Guess, Worlds
from bot.computers.brief import Briefing
from bot.computers.memory import Memory
from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.core.actions import Action, Play

TRICKS: Final = 6
"""Tricks before the end from which it looks."""
LOSS: Final = 10
"""Points of the deal from which on a cost counts as a loss."""
NODES: Final = 300_000
DEALS: Final = 12
"""Deals looked at to see whether a loss could be known."""


class Found(NamedTuple):
    """The losses a critic has counted."""

    losses: int
    known: int
    """Losses that the player could know."""
    unsolved: int
    """Decisions that would have taken too long."""


class Critic:
    """Watches a partnership game without dummies."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._losses = self._known = self._unsolved = 0

    @property
    def found(self) -> Found:
        """The counts so far."""
        return Found(self._losses, self._known, self._unsolved)

    def watch(self, briefing: Briefing[Any], state: State, action: Action) -> None:
        """Look at an action before it is done."""
        if state.phase is not Phase.PLAY or not isinstance(action, Play):
            return
        if not 1 < self.setup.tricks - len(state.taken) <= TRICKS:
            return
        ending = ending_at(self.setup, state)
        at = ending.places.place[action.card]
        cost = self._cost(state, ending, at, state.deal.nest)
        if cost is None:
            self._unsolved += 1
        elif cost >= LOSS:
            self._losses += 1
            self._known += self._could_be_known(briefing, state, at)

    def _could_be_known(self, briefing: Briefing[Any], state: State, at: int) -> bool:
        memory, random = Memory(briefing.brief(state, state.turn), self.setup), Random(1)
        costs = [
            self._cost(state, Guess(memory, world).ending(random), at, world.nest)
            for world in Worlds(memory).some(random, DEALS)
        ]
        solved = [cost for cost in costs if cost is not None]
        return bool(solved) and fmean(solved) >= LOSS

    def _cost(self, state: State, ending: Ending, at: int, nest: int) -> float | None:
        """How many points a card costs its side if all play perfectly from there on; None if unsolved."""
        scores = Scores(self.setup, state.ranking, state.contract, state.taken, state.teams)

        def gains(rest: Result) -> list[float]:
            ours, theirs = scores.taken(rest, nest)
            return [(ours - theirs) / 2, (theirs - ours) / 2]

        try:
            found = solve(ending, gains, NODES)
        except TooMany:
            return None
        return max(found.values()) - found[at]
