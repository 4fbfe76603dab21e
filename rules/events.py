"""Events: what happened at a table, in the past tense.

A bare event is for everyone; a ``Secret`` is for one seat. ``heard_by`` is the one place where
events are redacted, on their way out of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.cards import Card, CardSet, Color
from rules.decisions import Seat


class DealerDrawn(NamedTuple):
    """Seats drew for the deal; ``dealer`` is None when the highest cards tied."""

    cards: tuple[tuple[Seat, Card], ...]
    dealer: Seat | None


class DealStarted(NamedTuple):
    """A deal was dealt; deals are numbered from 1."""

    deal: int
    dealer: Seat


class HandDealt(NamedTuple):
    """The cards one seat was dealt."""

    seat: Seat
    cards: CardSet


class BidMade(NamedTuple):
    """A seat bid."""

    seat: Seat
    points: int
    color: Color | None = None


class BidPassed(NamedTuple):
    """A seat passed."""

    seat: Seat


class PassedOut(NamedTuple):
    """Everybody passed: the deal is thrown in without a score."""

    deal: int


class AuctionWon(NamedTuple):
    """The auction is over."""

    declarer: Seat
    points: int


class NestTaken(NamedTuple):
    """The declarer took the nest of so many cards into the hand."""

    seat: Seat
    cards: int


class NestSeen(NamedTuple):
    """The cards the declarer found in the nest."""

    seat: Seat
    cards: CardSet


class NestLaid(NamedTuple):
    """The declarer laid so many cards away."""

    seat: Seat
    cards: int


class DiscardSeen(NamedTuple):
    """The cards the declarer laid away."""

    seat: Seat
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"DiscardSeen(seat={self.seat}, cards=<{len(self.cards)} cards>)"


class TrumpNamed(NamedTuple):
    """The trump color is known."""

    seat: Seat
    color: Color


class CardPlayed(NamedTuple):
    """A card of ``seat`` was played; ``by`` chose it."""

    seat: Seat
    by: Seat
    card: Card


class TrickTaken(NamedTuple):
    """A trick is complete: its cards in playing order and its points, without the nest."""

    winner: Seat
    leader: Seat
    cards: tuple[Card, ...]
    points: int


class NestWon(NamedTuple):
    """The nest was shown at the end of the deal; ``winner`` is None where it belongs to nobody."""

    winner: Seat | None
    cards: CardSet
    points: int


class SideScore(NamedTuple):
    """One side's record of a deal, in points; ``total`` is the match so far."""

    seats: tuple[Seat, ...]
    counters: int
    tricks: int
    bonus: int
    scored: int
    total: int


class DealScored(NamedTuple):
    """A deal is over and scored."""

    deal: int
    dealer: Seat
    declarer: Seat
    bid: int
    trump: Color | None
    made: bool
    nest_points: int
    sides: tuple[SideScore, ...]


class MatchWon(NamedTuple):
    """The match is over: the winning seats and the total of each side."""

    winners: tuple[Seat, ...]
    totals: tuple[int, ...]


PublicEvent = (
    DealerDrawn
    | DealStarted
    | BidMade
    | BidPassed
    | PassedOut
    | AuctionWon
    | NestTaken
    | NestLaid
    | TrumpNamed
    | CardPlayed
    | TrickTaken
    | NestWon
    | DealScored
    | MatchWon
)
SecretEvent = HandDealt | NestSeen | DiscardSeen
HeardEvent = PublicEvent | SecretEvent


class Secret(NamedTuple):
    """An event for one seat only."""

    to: Seat
    event: SecretEvent


Event = PublicEvent | Secret


def heard_by(events: Iterable[Event], seat: Seat | None) -> tuple[HeardEvent, ...]:
    """The events a seat may know of; ``None`` is the spectator, who hears only public ones."""
    heard: list[HeardEvent] = []
    for event in events:
        if not isinstance(event, Secret):
            heard.append(event)
        elif event.to == seat:
            heard.append(event.event)
    return tuple(heard)
