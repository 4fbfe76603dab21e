"""Scoring a deal: what each side captured, compared with what was bid, in points. Pure arithmetic."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.bidding.variant import Variant

NO_SIDE: Final = -1


class Captures(NamedTuple):
    """What one side captured: points of counters (nest and odd cards included) and number of tricks."""

    counters: int
    tricks: int


class Result(NamedTuple):
    """What each side took in a deal, and what the declaring side owed."""

    taken: tuple[Captures, ...]
    declaring: int
    """Index of the declaring side."""
    bid: int
    trick_value: int = 0
    last: int = NO_SIDE
    """Index of the side that took the last trick; NO_SIDE if the deal was not played to its end."""
    cut: int = NO_SIDE
    """Index of the side that won the cut for most tricks."""
    shot: bool = False
    """Whether the declarer had declared to take every trick."""
    nest_points: int = 0
    """Points of the nest; they are in the captures of the side that got them."""
    spared: int = NO_SIDE
    """Index of the side with points that are never doubled: a dummy that plays for itself (R-38)."""
    left: int = 0
    """Tricks not yet taken, a nest that counts as one included. Version 1: always 0."""
    uncaptured: int = 0
    """Points of the counters in those tricks, in the nest and left over."""
    is_alone: bool = False
    """Whether the declarer's own hand took every trick so far; told only where the moon needs it."""
    alone: int | None = None
    """Points on top if the bid is made; None unless the declarer has called cards and has no partner."""


class SideRecord(NamedTuple):
    """One side's score of a deal; ``bonus`` is what it gained on top of its counters."""

    bonus: int
    scored: int
    doubled: bool = False
    """Whether counters and bonus count twice, because the opponents' bid failed."""


class DealRecord(NamedTuple):
    """Whether the bid was made, the points taken toward it, and each side's score."""

    made: bool
    sides: tuple[SideRecord, ...]
    took: int
    """Points the declaring side took toward its bid."""
    stopped: bool = False
    """Whether the deal ended at the target, before the bid was made or lost."""


def score(variant: Variant, result: Result) -> DealRecord:
    """Score a deal. A deal stopped at the target is scored by what no remaining card can change."""
    earned = earned_bonus(variant, result)
    took = result.taken[result.declaring].counters + earned[result.declaring]
    made = is_made(variant, result, took)
    # A deal stopped at the target: a bid that could still be made is neither made nor lost.
    stopped = not made and result.last == NO_SIDE and not result.shot and not _is_lost(variant, result)
    sweeper = _sweeper(variant, result)
    alone = result.declaring if made and result.alone is not None else NO_SIDE
    records = []
    for index, (counters, _) in enumerate(result.taken):
        bonus = earned[index]
        if index in (sweeper, alone):
            bonus += _on_top(variant, result, counters + bonus, swept=index == sweeper, alone=index == alone)
        if variant.all_points and _has_all_points(result, index):
            bonus += variant.all_points
        scored = counters + bonus
        doubled = not (made or stopped) and _is_doubled(variant, result, index)
        if doubled:
            scored *= 2
        elif not made and index == result.declaring:
            scored = 0 if stopped else _failed(variant, result, counters, scored)
        records.append(SideRecord(bonus, scored, doubled))
    return DealRecord(made, tuple(records), took, stopped)


def _on_top(variant: Variant, result: Result, points: int, *, swept: bool, alone: bool) -> int:
    """Points on top of those taken, for every trick and for a bid made alone; doubling both is four times."""
    # "Shooting the Moon" never decides whether a bid is made.
    times, more = 1, 0
    if swept:
        times, more = 1 + variant.moon_doubles, variant.moon
    if alone:
        times, more = times * (1 + variant.alone_doubles), more + (result.alone or 0)
    return points * (times - 1) + more


def _sweeper(variant: Variant, result: Result) -> int:
    """Index of the side that took every trick, in games with points for it; NO_SIDE if none did."""
    if result.last == NO_SIDE or not (variant.moon or variant.moon_doubles):
        return NO_SIDE
    if variant.moon_by == "declarer" and not result.is_alone:
        return NO_SIDE
    return result.last if all(not taken.tricks for taken in _others(result, result.last)) else NO_SIDE


def _has_all_points(result: Result, side: int) -> bool:
    """Whether a side has every counter that any side got, in a deal played to its end."""
    has_any = result.last != NO_SIDE and result.taken[side].counters > 0
    return has_any and not any(taken.counters for taken in _others(result, side))


def _others(result: Result, side: int) -> list[Captures]:
    return [taken for index, taken in enumerate(result.taken) if index != side]


def earned_bonus(variant: Variant, result: Result) -> tuple[int, ...]:
    """By side: points on top of counters, for tricks, last trick and most tricks, without the moon bonus.

    While tricks are left, points they can still decide are not included.
    """
    bonus = [tricks * result.trick_value for _, tricks in result.taken]
    if result.last != NO_SIDE:
        bonus[result.last] += variant.last_trick
    if variant.majority and (winner := _majority_winner(variant, result)) != NO_SIDE:
        bonus[winner] += variant.majority
    return tuple(bonus)


def _majority_winner(variant: Variant, result: Result) -> int:
    """Index of the side with most tricks; a tie goes as the game says (1988, Dixie, 1-High).

    NO_SIDE for a tie that no one wins, and while another side can still win the points.
    """
    sides = range(len(result.taken))
    for side in sides:
        if all(_stays_ahead(variant, result, side, other) for other in sides if other != side):
            return side
    return result.cut if variant.majority_tie == "cut" else NO_SIDE


def _stays_ahead(variant: Variant, result: Result, side: int, other: int) -> bool:
    """Whether a side has more tricks than another even if that one takes all that are left."""
    lead = result.taken[side].tricks - result.taken[other].tricks - result.left
    wins_tie = variant.majority_tie == "defenders" and other == result.declaring
    return lead > 0 or (lead == 0 and wins_tie)


def tied_for_most(result: Result) -> list[int]:
    """Indexes of the sides with most tricks: one, or several if tied."""
    tricks = [side.tricks for side in result.taken]
    most = max(tricks)
    return [index for index, taken in enumerate(tricks) if taken == most]


def score_fold(variant: Variant, result: Result, total: int) -> DealRecord:
    """Score a deal the declarer gave up: that side loses the bid, the others score 0 or the whole deal."""
    scored = _all_gain(variant, result, total if variant.fold == "opponents_all" else 0)
    scored[result.declaring] = -result.bid
    return DealRecord(False, tuple(SideRecord(0, points) for points in scored), took=0)


def _all_gain(variant: Variant, result: Result, points: int) -> list[int]:
    """These points for every side but a dummy that plays for itself."""
    # Version 1: the dummy gained them, too.
    left_out = NO_SIDE if variant.version == 1 else result.spared
    return [0 if side == left_out else points for side in range(len(result.taken))]


def score_renege_for_bid(captured: tuple[int, ...], offender: int, bid: int) -> tuple[int, ...]:
    """Score a deal ended by a renege found too late (1988, Penalties).

    The offending side loses the bid, even if an opponent made it; the others score the counters they have
    captured so far, without the nest (R-27).
    """
    return tuple(-bid if side == offender else points for side, points in enumerate(captured))


def score_renege_for_points(variant: Variant, result: Result, offender: int, points: int) -> tuple[int, ...]:
    """Scores by side: the offender's loses ``points``, each other gains as many, a blind dummy 0."""
    # Breckinridge County Fair, rules 13 and 14.
    scored = _all_gain(variant, result, points)
    scored[offender] = -points
    return tuple(scored)


def is_made(variant: Variant, result: Result, points: int) -> bool:
    """Whether the declaring side makes its bid with these points; a declared moon, with every trick."""
    if result.shot:
        return all(not taken.tricks for taken in _others(result, result.declaring))
    # A declarer who owes nothing succeeds. Version 1: not with 0 points where exactly the bid fails.
    if not result.bid and variant.version > 1:
        return True
    # Less than the bid fails; exactly the bid is made (1988, Scoring), unless the game says otherwise.
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
    """Whether a side's points count twice because the bid failed."""
    doubles = variant.failure in ("opponents_doubled", "counters_only")
    return doubles and side not in (result.declaring, result.spared)


def _failed(variant: Variant, result: Result, counters: int, points: int) -> int:
    """What the declaring side scores when its bid failed."""
    match variant.failure:
        case "set_back":
            return -result.bid
        case "opponents_doubled":
            return 0
        case "counters_only":
            return counters
        case "deducted":
            return -result.bid if variant.forfeit else points - result.bid
