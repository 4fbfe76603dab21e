"""What everyone knows of a deal of the bidding family, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.core.actions import Bird
from rules.core.cards import Card, Color
from rules.core.decisions import Seat
from rules.core.views import Facts


class CallKind(StrEnum):
    """What a seat may have called last in the auction."""

    BID = "bid"
    PASS = "pass"
    HOLD = "hold"
    """It left the high bid to its partner, and stays in."""


class LastCall(NamedTuple):
    """The last call of a seat; ``color`` is what a bid named, None for no color or a bid without one."""

    kind: CallKind
    points: int = 0
    color: Color | None = None


class Contract(NamedTuple):
    """The highest bid, or once the auction is over what the declarer has to make."""

    declarer: Seat
    points: int
    """0 where the declarer names trump and owes nothing (R-50)."""
    color: Color | None = None
    """The color bid, in games whose bids name one; None there is no color."""
    is_final: bool = False
    is_shot: bool = False
    """Whether the declarer said they would take every trick."""


class Trump(NamedTuple):
    """The trump that was named; ``color`` None is no color."""

    color: Color | None
    lowest_wins: bool = False


class CalledPartner(NamedTuple):
    """The card the declarer called, and who holds it: None while that is nobody's to know."""

    card: Card
    partner: Seat | None
    is_known: bool
    """Known, with no partner: the declarer plays alone."""


class OpenDummy(NamedTuple):
    """Whose hand is the dummy, and who plays it."""

    hand: Seat
    played_by: Seat


@dataclass(frozen=True, slots=True)
class BiddingFacts(Facts):
    """Auction, contract, trump and partner, as far as everyone may know them."""

    calls: tuple[LastCall | None, ...] = ()
    """By seat, during the auction: its last call; where only the last bid of all is shown, that alone."""
    has_calls: bool = False
    """Whether anybody has called."""
    bids: range = range(0)
    """During the auction: what may yet be bid. The last of these ends it."""
    contract: Contract | None = None
    offers: tuple[tuple[Seat, int], ...] = ()
    """Where the dealer sells the right to name trump: who offers how many points."""
    trump: Trump | None = None
    bird: Bird | None = None
    """What the bird is in this deal, where the dealer chooses."""
    called: CalledPartner | None = None
    dummy: OpenDummy | None = None
    time_is_up: bool = False
    """Whether the clock has called time: this deal is the last."""
