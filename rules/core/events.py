"""Events: what happened at a table, in the past tense.

A bare event is for everyone; a ``Secret`` is for one seat. ``heard_by`` is the one place where
events are redacted, on their way out of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from rules.core.actions import Bird, Fault
from rules.core.actions import Source as DrawnFrom
from rules.core.cards import Card, CardSet, Color
from rules.core.decisions import Seat
from rules.core.scores import ContractScore, SideScore

Source = Literal["hand", "battery", "dummy"]
"""Where a card is played from."""


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


class TableLaid(NamedTuple):
    """What a deal laid on the table besides the hands, for the record alone: nobody may know it."""

    nest: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    """In drawing order."""
    dummy: tuple[Card, ...] = ()
    """In playing order, where it lies face down."""
    batteries: tuple[tuple[Seat, tuple[Card, ...], tuple[Card, ...]], ...] = ()
    """Seat, the cards face up, and the card under each."""
    kind: StrEnum | None = None
    """What a nest or a pile is, where a game has kinds of its own."""

    def __repr__(self) -> str:
        return "<table laid>"


class CardsTurned(NamedTuple):
    """Cards lie face up from the start: the top of the nest, of the draw pile, or a battery's."""

    where: Literal["nest", "pile", "battery"]
    seat: Seat | None
    cards: tuple[Card, ...]


class BirdNamed(NamedTuple):
    """The dealer said what the bird is in this deal."""

    seat: Seat
    bird: Bird


class MisdealClaimed(NamedTuple):
    """A hand without counters was shown; the cards are dealt again."""

    seat: Seat
    cards: CardSet


class BidMade(NamedTuple):
    """A seat bid; ``has_color`` where a bid goes with a color, or with None for no color."""

    seat: Seat
    points: int
    color: Color | None = None
    has_color: bool = False


class BidHeld(NamedTuple):
    """A seat leaves its partner's bid, and stays in the auction."""

    seat: Seat


class ShotDeclared(NamedTuple):
    """A seat declared to take every trick, for the match."""

    seat: Seat


class BidPassed(NamedTuple):
    """A seat passed."""

    seat: Seat


class PassedOut(NamedTuple):
    """The deal is thrown in without a score."""

    deal: int
    unable: Seat | None = None
    """Who held too few cards that may be discarded; None where everybody passed."""


class AuctionWon(NamedTuple):
    """The auction is over."""

    declarer: Seat
    points: int


class TrumpSold(NamedTuple):
    """The dealer sold the right to name trump."""

    seat: Seat
    to: Seat
    points: int


class TrumpKept(NamedTuple):
    """The dealer declined the bid, and owes it."""

    seat: Seat
    points: int


class NestTaken(NamedTuple):
    """A seat took so many cards into the hand: the declarer the nest, in I Doubt It a loser the pile."""

    seat: Seat
    cards: int


class NestSeen(NamedTuple):
    """The cards the declarer found in the nest."""

    seat: Seat
    cards: CardSet


class NestLaid(NamedTuple):
    """The declarer laid so many cards away; ``shown`` are those everyone may see."""

    seat: Seat
    cards: int
    shown: tuple[Card, ...] = ()


class Folded(NamedTuple):
    """The declarer gave up."""

    seat: Seat


class DiscardSeen(NamedTuple):
    """The cards a seat laid away, or played face down."""

    seat: Seat
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"DiscardSeen(seat={self.seat}, cards=<{len(self.cards)} cards>)"


class PartnerAsked(NamedTuple):
    """The declarer lets his partner name trump."""

    seat: Seat
    partner: Seat


class TrumpNamed(NamedTuple):
    """The trump color is known; None is no color, perhaps with the lowest card winning."""

    seat: Seat
    color: Color | None
    lowest_wins: bool = False


class PartnerCalled(NamedTuple):
    """The declarer called a card; ``partner`` holds it, None while that is nobody's to know."""

    seat: Seat
    card: Card
    partner: Seat | None


class PartnerShown(NamedTuple):
    """The called partner is known now; None: the declarer plays alone."""

    partner: Seat | None


class LeadGiven(NamedTuple):
    """The declarer settled who leads first."""

    seat: Seat
    to: Seat


class DummyShown(NamedTuple):
    """The dummy lies open."""

    seat: Seat
    cards: CardSet


class CardPlayed(NamedTuple):
    """A card of ``seat`` was played; ``by`` chose it."""

    seat: Seat
    by: Seat
    card: Card
    source: Source = "hand"


class TrickTaken(NamedTuple):
    """A trick is complete: its cards in playing order and its points, without the nest.

    ``hands`` are the numbers of the hands they came from: a seat's own number, or one after the last
    seat for a battery or a dummy that nobody holds.
    """

    winner: Seat
    hands: tuple[int, ...]
    cards: tuple[Card, ...]
    points: int
    source: Source = "hand"


class CardTaken(NamedTuple):
    """A seat drew a card after a trick; the card that showed is known to all."""

    seat: Seat
    source: DrawnFrom
    card: Card | None


class CardDrawn(NamedTuple):
    """The card a seat drew from the top of the pile."""

    seat: Seat
    card: Card

    def __repr__(self) -> str:
        return f"CardDrawn(seat={self.seat})"


class CardsCut(NamedTuple):
    """Everybody cut a card for a bonus that was tied; ``winners`` is empty when that was a tie too."""

    cards: tuple[tuple[Seat, Card], ...]
    winners: tuple[Seat, ...]


class OddCardsWon(NamedTuple):
    """Cards left over from an uneven deal go to the taker of the last trick."""

    winner: Seat
    cards: CardSet
    points: int


class NestWon(NamedTuple):
    """The nest was shown at the end of the deal; ``winner`` is None where it belongs to nobody."""

    winner: Seat | None
    cards: CardSet
    points: int


class DealScored(NamedTuple):
    """A deal is over and scored: a line of the score sheet."""

    deal: int
    dealer: Seat
    sides: tuple[SideScore, ...]
    contract: ContractScore | None = None
    """How the bid went, where there was one."""
    dummy: SideScore | None = None
    """What a dummy took that nobody ranks."""


@dataclass(frozen=True, slots=True)
class GameEvent:
    """What happened in one game, for everyone; each game has events of its own, and its words for them."""

    @property
    def is_news(self) -> bool:
        """Whether it is told in a sentence; else the table shows it well enough."""
        return True


class CardsSeen(NamedTuple):
    """Cards one seat has seen or been given: drawn, passed on, taken up."""

    seat: Seat
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"CardsSeen(seat={self.seat}, cards=<{len(self.cards)} cards>)"


class Acted(NamedTuple):
    """An act as it was recorded, for the record alone: it may hold what nobody else knows."""

    seat: Seat
    text: str

    def __repr__(self) -> str:
        return f"Acted(seat={self.seat})"


class Ruled(NamedTuple):
    """The referee ruled: points taken off, or a deal that does not count. A line of the score sheet."""

    deal: int
    seat: Seat | None
    points: int
    reason: Fault | str | None
    """A fault the books know, or what the referee wrote; None for a deal that is dealt again."""
    totals: tuple[int, ...]


class AtOnce(StrEnum):
    """What ends a game, or the match of one, before anybody's target or the last deal."""

    MOON = "moon"
    """A declarer had said he would take every trick."""
    LOSING_TOTAL = "losing total"
    LEAD = "lead"


class EndedAtOnce(NamedTuple):
    """A game, or the match of one, is decided before its target or last deal; told before who has won."""

    cause: AtOnce
    seats: tuple[Seat, ...]
    """Whose moon, total or lead it was."""


class CutShort(NamedTuple):
    """A match is over though its rules would have it go on; told before who has won."""

    deals: int | None = None
    """How many were scored, the most a match may have; None where its time is up."""
    games: tuple[int, ...] = ()
    """Games won by each side, the last one as it stood; empty for a match of one."""


class GameWon(NamedTuple):
    """One game of a match of several is won; the totals begin anew."""

    winners: tuple[Seat, ...]
    games: tuple[int, ...]
    """Games won by each side."""
    is_shared: bool = False
    """Whether rivals have won it."""


class SeatsChanged(NamedTuple):
    """Players changed their seats; ``order`` is how they sit now, clockwise."""

    order: tuple[Seat, ...]


class TimeCalled(NamedTuple):
    """The time agreed on for the match is over: this deal is the last."""

    deal: int


class MatchWon(NamedTuple):
    """The match is over: the winning seats and the total of each side."""

    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    is_shared: bool = False
    """Whether rivals have won it."""


PublicEvent = (
    DealerDrawn
    | DealStarted
    | CardsTurned
    | BirdNamed
    | MisdealClaimed
    | BidMade
    | BidPassed
    | BidHeld
    | ShotDeclared
    | PassedOut
    | AuctionWon
    | TrumpSold
    | TrumpKept
    | NestTaken
    | NestLaid
    | Folded
    | PartnerAsked
    | TrumpNamed
    | PartnerCalled
    | PartnerShown
    | LeadGiven
    | DummyShown
    | CardPlayed
    | TrickTaken
    | CardTaken
    | CardsCut
    | OddCardsWon
    | NestWon
    | DealScored
    | GameEvent
    | Ruled
    | EndedAtOnce
    | CutShort
    | GameWon
    | SeatsChanged
    | TimeCalled
    | MatchWon
)
SecretEvent = TableLaid | HandDealt | NestSeen | DiscardSeen | CardDrawn | CardsSeen | Acted
HeardEvent = PublicEvent | SecretEvent


NO_ONE: Final[Seat] = -4
"""The ears of no seat: an event that only the record of a match keeps."""


class Secret(NamedTuple):
    """An event for one seat only, or for no one: in private, what a game else tells everyone too."""

    to: Seat
    event: SecretEvent | GameEvent

    def __repr__(self) -> str:
        return f"<secret of {self.to}>"


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
