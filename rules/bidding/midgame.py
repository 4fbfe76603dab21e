"""Reaching the target in the middle of a deal (house rule; R-07)."""

from __future__ import annotations

from rules.bidding.endings import result_of
from rules.bidding.scoring import is_made
from rules.bidding.setup import Setup
from rules.bidding.state import State


def target_is_reached(setup: Setup, state: State) -> bool:
    """Whether somebody who may win has the target with what he captured so far, a declarer with his bid made.

    Version 1: a scored dummy may have it too, and a declarer who has taken exactly a bid to be beaten.
    """
    target = setup.variant.target
    if target is None:
        return False
    result = result_of(setup, state)
    is_old = setup.variant.version == 1
    for unit in range(len(setup.units)) if is_old else setup.ranked:
        side = state.teams.side_of[setup.units[unit][0]]
        taken = result.taken[side]
        points = taken.counters + taken.tricks * result.trick_value
        made = points >= result.bid if is_old else is_made(setup.variant, result, points)
        if (made or side != result.declaring) and state.match.totals[unit] + points >= target:
            return True
    return False
