"""Scoring a deal: who captured what against what was bid, in points. Pure arithmetic."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.bidding.variant import Variant

NO_SIDE: Final = -1


class Captures(NamedTuple):
    """What one side captured: points of counters (nest and odd cards included) and number of tricks."""

    counters: int
    tricks: int


class Result(NamedTuple):
    """How a deal went: what each side took, and what the declaring side owed."""

    taken: tuple[Captures, ...]
    declaring: int
    """Index of the declaring side."""
    bid: int
    trick_value: int = 0
    last: int = NO_SIDE
    """Side that took the last trick; none if the deal was not played to its end."""
    cut: int = NO_SIDE
    """Side that won the cut for most tricks."""
    shot: bool = False
    """Whether the declarer said he would take every trick."""
    nest_points: int = 0
    """Points of the nest, whoever got them."""
    spared: int = NO_SIDE
    """A side whose points are never doubled: a dummy that plays for itself (R-38)."""
    left: int = 0
    """Tricks not yet taken, a nest that counts as one included. Version 1: 0 at any time."""
    uncaptured: int = 0
    """Points of the counters in those tricks, in the nest and left over."""


class SideRecord(NamedTuple):
    """One side's record of a deal; ``bonus`` is gained on top of the counters."""

    bonus: int
    scored: int
    doubled: bool = False
    """Whether counters and bonus count twice, because the bid failed."""


class DealRecord(NamedTuple):
    """Whether the bid was made, and each side's record."""

    made: bool
    sides: tuple[SideRecord, ...]
    took: int
    """Points the declaring side took toward its bid."""
    stopped: bool = False
    """Whether the deal ended before the bid was made or lost."""


def score(variant: Variant, result: Result) -> DealRecord:
    """The record of a deal, or of one stopped at the target: then of what no card left can change.

    A declaring side that takes less than it bid fails; exactly the bid is made (1988, Scoring).
    """
    earned = earned_bonus(variant, result)
    took = result.taken[result.declaring].counters + earned[result.declaring]
    made = is_made(variant, result, took)
    # A deal stopped at the target: a bid that could still be made is neither made nor lost.
    stopped = not made and result.last == NO_SIDE and not result.shot and not _is_lost(variant, result)
    sweeper = _sweeper(variant, result)
    records = []
    for index, (counters, _) in enumerate(result.taken):
        bonus = earned[index]
        if index == sweeper:
            # "Shooting the Moon" never decides whether a bid is made.
            bonus += variant.moon + (counters + bonus) * variant.moon_doubles
        scored = counters + bonus
        doubled = not (made or stopped) and _is_doubled(variant, result, index)
        if doubled:
            scored *= 2
        elif not made and index == result.declaring:
            scored = 0 if stopped else _failed(variant, result, counters, scored)
        records.append(SideRecord(bonus, scored, doubled))
    return DealRecord(made, tuple(records), took, stopped)


def _sweeper(variant: Variant, result: Result) -> int:
    """The side that took every trick, where that counts; NO_SIDE if none did."""
    if result.last == NO_SIDE or not (variant.moon or variant.moon_doubles):
        return NO_SIDE
    return result.last if all(not taken.tricks for taken in _others(result, result.last)) else NO_SIDE


def _others(result: Result, side: int) -> list[Captures]:
    return [taken for index, taken in enumerate(result.taken) if index != side]


def earned_bonus(variant: Variant, result: Result) -> tuple[int, ...]:
    """What each side gains on top of its counters, by its tricks, without a moon.

    While tricks are left, what they may still decide is left out.
    """
    bonus = [tricks * result.trick_value for _, tricks in result.taken]
    if result.last != NO_SIDE:
        bonus[result.last] += variant.last_trick
    if variant.majority and (winner := _majority_winner(variant, result)) != NO_SIDE:
        bonus[winner] += variant.majority
    return tuple(bonus)


def _majority_winner(variant: Variant, result: Result) -> int:
    """The side with most tricks, on a tie as the game says (1988, Dixie, 1-High).

    NO_SIDE for a tie that gives the points to nobody, and while another side may still get them.
    """
    sides = range(len(result.taken))
    for side in sides:
        if all(_stays_ahead(variant, result, side, other) for other in sides if other != side):
            return side
    return result.cut if variant.majority_tie == "cut" else NO_SIDE


def _stays_ahead(variant: Variant, result: Result, side: int, other: int) -> bool:
    """Whether a side has more tricks than another even if that takes all that are left."""
    lead = result.taken[side].tricks - result.taken[other].tricks - result.left
    wins_tie = variant.majority_tie == "defenders" and other == result.declaring
    return lead > 0 or (lead == 0 and wins_tie)


def tied_for_most(result: Result) -> list[int]:
    """The sides with most tricks."""
    tricks = [side.tricks for side in result.taken]
    most = max(tricks)
    return [index for index, taken in enumerate(tricks) if taken == most]


def score_fold(variant: Variant, result: Result, total: int) -> DealRecord:
    """The declarer gave up: his side loses the bid; the others score nothing, or the whole deal."""
    scored = _all_gain(variant, result, total if variant.fold == "opponents_all" else 0)
    scored[result.declaring] = -result.bid
    return DealRecord(False, tuple(SideRecord(0, points) for points in scored), took=0)


def _all_gain(variant: Variant, result: Result, points: int) -> list[int]:
    """So many points for every side, a dummy's that plays for itself left out. Version 1: for it, too."""
    left_out = NO_SIDE if variant.version == 1 else result.spared
    return [0 if side == left_out else points for side in range(len(result.taken))]


def score_revoke(captured: tuple[int, ...], offender: int, bid: int) -> tuple[int, ...]:
    """The records when a revoke is found too late (1988, Penalties): the deal is over.

    The offending side loses the bid, whoever made it; the others score the counters they have captured
    so far, the nest unscored (R-27).
    """
    return tuple(-bid if side == offender else points for side, points in enumerate(captured))


def score_renege(variant: Variant, result: Result, offender: int, points: int) -> tuple[int, ...]:
    """The same where so many points change hands instead (Breckinridge County Fair, rules 13 and 14)."""
    scored = _all_gain(variant, result, points)
    scored[offender] = -points
    return tuple(scored)


def is_made(variant: Variant, result: Result, points: int) -> bool:
    """Whether the declaring side has made its bid with these points.

    Who owes nothing has (R-50). Version 1: not without a point where exactly the bid is not enough.
    """
    if result.shot:
        return all(not taken.tricks for taken in _others(result, result.declaring))
    if not result.bid and variant.version > 1:
        return True
    return points >= result.bid if variant.exact_makes else points > result.bid


def _is_lost(variant: Variant, result: Result) -> bool:
    """Whether tricks are left, but all of them would not make the bid."""
    if not result.left:
        return False
    declaring, taken = result.declaring, list(result.taken)
    counters, tricks = taken[declaring]
    taken[declaring] = Captures(counters + result.uncaptured, tricks + result.left)
    best = result._replace(taken=tuple(taken), left=0, last=declaring, cut=declaring)
    return not is_made(variant, best, taken[declaring].counters + earned_bonus(variant, best)[declaring])


def _is_doubled(variant: Variant, result: Result, side: int) -> bool:
    """Whether a side scores twice where the bid failed."""
    doubles = variant.failure in ("opponents_doubled", "counters_only")
    return doubles and side not in (result.declaring, result.spared)


def _failed(variant: Variant, result: Result, counters: int, points: int) -> int:
    """What the declaring side scores where its bid failed."""
    match variant.failure:
        case "set_back":
            return -result.bid
        case "opponents_doubled":
            return 0
        case "counters_only":
            return counters
        case "deducted":
            return -result.bid if variant.forfeit else points - result.bid
