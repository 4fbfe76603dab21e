"""What a deal scored, as values: the points of each side, what they are for, and how the contract went."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from rules.core.cards import Color
from rules.core.decisions import Seat


class ScoreItem(NamedTuple):
    """One thing a side scored for: its kind, how many there were of it, and what they brought."""

    kind: StrEnum
    """Each game has kinds of its own."""
    number: int
    points: int
    ranks: tuple[int, ...] = ()
    """The numbers of the cards that made it, where a game tells them: 10 and 5."""


def points_of(items: Iterable[ScoreItem]) -> int:
    """What some items brought together."""
    return sum(item.points for item in items)


class Taken(NamedTuple):
    """What a side took in tricks: points of counters, how many tricks, and points gained on top."""

    counters: int
    tricks: int
    bonus: int


class SideScore(NamedTuple):
    """One side's record of a deal, in points; ``total`` is the match so far."""

    seats: tuple[Seat, ...]
    scored: int
    total: int
    items: tuple[ScoreItem, ...] = ()
    """What the points are for, where a game says so; together they are the points scored."""
    taken: Taken | None = None
    """What it took, where a bid is played for."""
    doubled: bool = False
    """Whether what it took counted twice, because the bid failed."""


class ContractScore(NamedTuple):
    """What was bid in a deal and how that went."""

    declarer: Seat
    bid: int
    trump: Color | None
    made: bool
    nest_points: int
    partner: Seat | None = None
    """The partner of this deal, where the declarer called one."""
    sold_for: int = 0
    """What the dealer gained by a sale."""
    folded: bool = False
    shot: bool = False
    """Whether the declarer had said he would take every trick."""
    took: int = 0
    """Points the declaring side took toward the bid: counters and what tricks bring, without a moon."""
    stopped: bool = False
    """Whether somebody's target ended the deal first: the bid is neither made nor lost."""
    revoked_by: Seat | None = None
    """Whose revoke, found too late, ended the deal; the bid is then neither made nor lost by points."""
