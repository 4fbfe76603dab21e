"""Reaching the target in the middle of a deal (house rule; R-07)."""

from __future__ import annotations

from rules.bidding.endings import result_of
from rules.bidding.setup import Setup
from rules.bidding.state import State


def target_is_reached(setup: Setup, state: State) -> bool:
    """Whether somebody has the target with what he captured so far; a declarer must have made his bid."""
    target = setup.variant.target
    if target is None:
        return False
    result = result_of(setup, state)
    tricks = [side.tricks * result.trick_value for side in result.taken]
    for unit, total in zip(setup.units, state.match.totals, strict=True):
        side = state.teams.side_of[unit[0]]
        points = result.taken[side].counters + tricks[side]
        short = side == result.declaring and points < result.bid
        if not short and total + points >= target:
            return True
    return False
