"""What somebody sees of a daily deal: their own hand, how it ended, how others did. Never others' cards."""

from __future__ import annotations

from typing import NamedTuple

from bot.daily.comparing import Comparison
from bot.table.desk.shown import ShownHand


class DailyEnd(NamedTuple):
    """How a daily deal ended for somebody."""

    own: int
    """Points of the own side."""
    against: int
    """Points of the other side."""
    comparison: Comparison
    computer: int | None
    """How far a computer was ahead on the same seat; None while that is being worked out."""
    par: int | None = None
    """How far that seat is ahead after its bids if all play well with all hands open; None if not known."""
    streak_ahead: int = 0
    """On how many of the days played in a row they were ahead of the middle."""
    may_share: bool = False
    """Whether they may still show the result to the channel: once, while the deal is open."""


class Yesterday(NamedTuple):
    """The deal before today's, for whoever has begun it."""

    number: int
    is_over: bool
    """Whether they have ended it; else they still may."""


class DailyPage(NamedTuple):
    """A daily deal, as one person sees it."""

    number: int
    title: str
    """Of the game that is played."""
    next_at: float
    """When the next deal can be played, in epoch seconds."""
    streak: int
    """How many days in a row they have played."""
    played: int
    """How many in the server have played this one to its end."""
    is_earlier: bool = False
    """Whether its day is over: today's can be played already."""
    yesterday: Yesterday | None = None
    """Of today's: the deal before, if they have begun it."""
    hand: ShownHand | None = None
    """Their seat; None before they have begun."""
    end: DailyEnd | None = None
    """How it ended; None before."""
