"""A user's page of a daily deal: their hand, the result compared with others'. Never other hands."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from statistics import median
from typing import NamedTuple

from bot.table.desk.shown import ShownHand
from rules.core.words import rounded


class Comparison(NamedTuple):
    """A player's result among all. Compared are points ahead: own side minus other side."""

    ahead: int
    played: int
    """Number of players, this one included."""
    place: int
    """Place from 1; equal results share one, and the next place is skipped."""
    is_shared: bool
    best: int
    middle: int
    """The median, rounded."""


def compared(own: int, everyone: Collection[int]) -> Comparison:
    """Compare a player's points ahead with ``everyone``, which includes the player."""
    return Comparison(
        ahead=own,
        played=len(everyone),
        place=1 + sum(other > own for other in everyone),
        is_shared=sum(other == own for other in everyone) > 1,
        best=max(everyone),
        middle=rounded(Fraction(median(everyone))),
    )


class DailyEnd(NamedTuple):
    """A user's result of a daily deal: points of both sides, others' and a computer's results, and streak."""

    own: int
    against: int
    comparison: Comparison
    computer: int | None
    """Points a computer was ahead on the same seat; None until it has played."""
    par: int | None = None
    """Points it is ahead after the computer's bids and good play with open hands; None if not known."""
    streak_ahead: int = 0
    """Days in a row ahead of the middle."""
    may_share: bool = False
    """Whether the result may be shared with the channel: once, while the deal is open."""


class Yesterday(NamedTuple):
    """Yesterday's deal, if the user has begun it."""

    number: int
    is_over: bool
    """Whether the user has finished it."""


class DailyPage(NamedTuple):
    """A daily deal as one user sees it: number, game, streak, then the hand, at the end the result."""

    number: int
    title: str
    """Title of the game."""
    next_at: float
    """Start of the next deal in epoch seconds."""
    streak: int
    """Days in a row the user has played."""
    played: int
    """Number of users of the server who have finished it."""
    is_earlier: bool = False
    """Whether its day is over."""
    yesterday: Yesterday | None = None
    """On today's page: yesterday's deal, if the user has begun it."""
    hand: ShownHand | None = None
    """The user's hand; None before they begin."""
    end: DailyEnd | None = None
    """The result; None before the end."""
