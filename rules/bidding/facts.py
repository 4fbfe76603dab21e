"""What everyone knows of a deal of a bidding game, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.core.actions import Bird
from rules.core.cards import Card, Color
from rules.core.decisions import Seat
from rules.core.views import Facts, TableView


class CallKind(StrEnum):
    """The kind of a seat's last call: a bid, a pass, or a pass over its partner's bid that keeps it in."""

    BID = "bid"
    PASS = "pass"
    HOLD = "hold"
    """It passed over its partner's high bid and is still in the auction."""


class LastCall(NamedTuple):
    """The last call of a seat and the points bid. ``color`` None is "no color", or a bid without a color."""

    kind: CallKind
    points: int = 0
    color: Color | None = None


class PublicContract(NamedTuple):
    """The high bid and its seat, or after the auction the declarer and the points to make."""

    declarer: Seat
    points: int
    """0 if the declarer names trump and owes nothing (R-50)."""
    color: Color | None = None
    """The color bid, in games with bids that name one; None is "no color" there."""
    is_final: bool = False
    is_shot: bool = False
    """Whether the declarer declared to take every trick."""


class Trump(NamedTuple):
    """The trump named, and whether the lowest card wins; ``color`` None is "no color"."""

    color: Color | None
    lowest_wins: bool = False


class CalledPartner(NamedTuple):
    """The card called and its holder; None while that is not public, or if the declarer plays alone."""

    card: Card
    partner: Seat | None
    is_known: bool
    """Whether the partner is public; if so, ``partner`` None means that the declarer plays alone."""


class OpenDummy(NamedTuple):
    """The hand that is the dummy, and the seat that plays it."""

    hand: Seat
    played_by: Seat


@dataclass(frozen=True, slots=True)
class BiddingFacts(Facts):
    """Calls, contract, trump, bird's rank, called partners, dummy and time, as far as they are public."""

    calls: tuple[LastCall | None, ...] = ()
    """By seat, during the auction: its last call. If a table shows the high bid alone, None for the others.
    """
    has_calls: bool = False
    """Whether any seat has called."""
    bids: range = range(0)
    """During the auction: the bids high enough now. The highest of them ends it."""
    contract: PublicContract | None = None
    offers: tuple[tuple[Seat, int], ...] = ()
    """While the dealer may sell the right to name trump: seats and the points they offer."""
    trump: Trump | None = None
    bird: Bird | None = None
    """The bird's rank in this deal, in games where the dealer chooses it."""
    called: tuple[CalledPartner, ...] = ()
    dummy: OpenDummy | None = None
    nest_has_counters: bool | None = None
    """Whether counters are in the discard; None before it, and if no one is told."""
    time_is_up: bool = False
    """Whether the clock has called time, so that this deal is the last."""


def facts_of(table: TableView) -> BiddingFacts:
    """The facts at the table of a bidding game."""
    assert isinstance(table.facts, BiddingFacts)
    return table.facts
