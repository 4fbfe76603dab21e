"""The score of one deal as values: each side's points, their reasons, and how the contract ended."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from rules.core.cards import Color
from rules.core.decisions import Seat


class ScoreItem(NamedTuple):
    """One reason for points: its kind, a number (a count, or a place), and the points."""

    kind: StrEnum
    """Each game has kinds of its own."""
    number: int
    points: int
    ranks: tuple[int, ...] = ()
    """The numbers of the cards that made it, in games that tell them: 10 and 5."""


def points_of(items: Iterable[ScoreItem]) -> int:
    """The sum of the points of some items."""
    return sum(item.points for item in items)


class Taken(NamedTuple):
    """What a side took in tricks: points of counters, number of tricks, and bonus points."""

    counters: int
    tricks: int
    bonus: int


class SideScore(NamedTuple):
    """One side's line of a scored deal, in points; ``total`` is its total in the match after the deal."""

    seats: tuple[Seat, ...]
    scored: int
    total: int
    items: tuple[ScoreItem, ...] = ()
    """What the points are for, in games that tell it; the items add up to ``scored``."""
    taken: Taken | None = None
    """What the side took in tricks, in games with a bid."""
    doubled: bool = False
    """Whether counters and bonus counted twice, because the opponents' bid failed."""


class ContractScore(NamedTuple):
    """The contract of a scored deal and whether it was made."""

    declarer: Seat
    bid: int
    trump: Color | None
    made: bool
    nest_points: int
    partners: tuple[Seat, ...] = ()
    """The partners the declarer called for this deal."""
    sold_for: int = 0
    """Points the dealer gained by selling the right to name trump; 0 without a sale."""
    folded: bool = False
    shot: bool = False
    """Whether the declarer had declared to take every trick."""
    took: int = 0
    """Points the declaring side took toward the bid: counters and points for tricks, without a moon bonus."""
    stopped: bool = False
    """Whether a side reached the target and ended the deal before the bid was made or lost."""
    revoked_by: Seat | None = None
    """The seat with a renege, found too late, that ended the deal; the bid is then not judged by points."""
