"""House rule: a side may reach the target in the middle of a deal (R-07)."""

from __future__ import annotations

from rules.bidding.endings import result_of, totals_with
from rules.bidding.scoring import score
from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.core.winning import at_target, settled


def target_is_reached(setup: Setup, state: State) -> bool:
    """Whether a side wins the match or game now, if the deal is scored by what no card left can change."""
    if setup.variant.version == 1:
        return _is_reached_in_version_1(setup, state)
    record = score(setup.variant, result_of(setup, state))
    _, totals = totals_with(setup, state, record)
    match = state.match._replace(totals=totals)
    return settled(match, setup.goal, at_target(match, setup.goal)) is not None


def _is_reached_in_version_1(setup: Setup, state: State) -> bool:
    """Version 1: whether a side's total and the points it has taken reach the target."""
    # Most tricks, a sale and doubled points did not count. A scored dummy's points did, and a declarer's
    # with exactly a bid that must be beaten.
    target, result = setup.variant.target, result_of(setup, state)
    for unit, (seat, *_) in enumerate(setup.units):
        side = state.teams.side_of[seat]
        points = result.taken[side].counters + result.taken[side].tricks * result.trick_value
        made = side != result.declaring or points >= result.bid
        if made and target is not None and state.match.totals[unit] + points >= target:
            return True
    return False
