"""Scoring a deal: who captured what against what was bid, in points. Pure arithmetic."""

from __future__ import annotations

from typing import NamedTuple

from rules.tricks.variant import Variant


class Taken(NamedTuple):
    """What one side captured: points of counters (the nest's included) and number of tricks."""

    counters: int
    tricks: int


class SideRecord(NamedTuple):
    """One side's record of a deal; ``bonus`` is gained on top of ``counters``."""

    bonus: int
    scored: int


class DealRecord(NamedTuple):
    """Whether the bid was made, and each side's record."""

    made: bool
    sides: tuple[SideRecord, ...]


def score(variant: Variant, taken: tuple[Taken, ...], declaring: int, bid: int) -> DealRecord:
    """The record of a deal; ``declaring`` is the index of the side that won the auction.

    A side that takes less than its bid is set back by the bid and gets no credit for what it took;
    exactly the bid is made (1988, Scoring).
    """
    bonuses = majority_bonus(variant, taken, declaring)
    made = taken[declaring].counters + bonuses[declaring] >= bid
    tricks = sum(side.tricks for side in taken)
    records = []
    for index, side in enumerate(taken):
        # "Shooting the Moon" never decides whether a bid is made.
        moon = variant.moon if side.tricks == tricks else 0
        bonus = bonuses[index] + moon
        scored = -bid if index == declaring and not made else side.counters + bonus
        records.append(SideRecord(bonus, scored))
    return DealRecord(made, tuple(records))


def majority_bonus(variant: Variant, taken: tuple[Taken, ...], declaring: int) -> tuple[int, ...]:
    """The points for most tricks, by side; on equal tricks as the game says (1988, 1-High; R-45)."""
    if not variant.majority:
        return (0,) * len(taken)
    most = max(side.tricks for side in taken)
    leading = [index for index, side in enumerate(taken) if side.tricks == most]
    if len(leading) > 1:
        leading = [1 - declaring] if variant.majority_tie == "defenders" else []
    return tuple(variant.majority if index in leading else 0 for index in range(len(taken)))


def score_revoke(captured: tuple[int, ...], offender: int, bid: int) -> tuple[int, ...]:
    """The records when a revoke is found too late (1988, Penalties): the deal is over.

    The offending side loses the bid, whoever made it; the other scores the counters it has captured
    so far, the nest unscored (R-27).
    """
    return tuple(-bid if side == offender else points for side, points in enumerate(captured))
