"""Events: what happened at a table.

A bare event is for everyone; a ``Secret`` is for one seat. ``heard_by`` is the one place where events are
redacted, on their way out of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from rules.core.actions import Bird, DrawnFrom, Fault
from rules.core.cards import Card, CardSet, Color
from rules.core.decisions import Seat
from rules.core.scores import ContractScore, SideScore

PlayedFrom = Literal["hand", "battery", "dummy"]
"""Where a card is played from."""


class DealerDrawn(NamedTuple):
    """Seats drew for the deal; ``dealer`` is None if the highest cards tied."""

    cards: tuple[tuple[Seat, Card], ...]
    dealer: Seat | None


class DealStarted(NamedTuple):
    """The cards were dealt; deals are numbered from 1."""

    deal: int
    dealer: Seat


class HandDealt(NamedTuple):
    """The cards one seat was dealt."""

    seat: Seat
    cards: CardSet


class TableLaid(NamedTuple):
    """Every card dealt to the table, face down or not. Kept in the match record only; no seat hears it."""

    nest: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    """In drawing order."""
    dummy: tuple[Card, ...] = ()
    """In playing order if it lies face down."""
    batteries: tuple[tuple[Seat, tuple[Card, ...], tuple[Card, ...]], ...] = ()
    """For each battery: seat, the cards face up, and the card under each."""
    kind: StrEnum | None = None
    """The kind of the nest or pile, in games that have kinds of their own."""

    def __repr__(self) -> str:
        return "<table laid>"


class CardsTurned(NamedTuple):
    """Cards were turned face up: of the nest, on the draw pile, or in the battery of ``seat``."""

    where: Literal["nest", "pile", "battery"]
    seat: Seat | None
    cards: tuple[Card, ...]


class BirdNamed(NamedTuple):
    """The dealer chose the bird's rank for this deal."""

    seat: Seat
    bird: Bird


class MisdealClaimed(NamedTuple):
    """A seat showed a hand that is a misdeal, or had to; the cards are dealt again."""

    seat: Seat
    cards: CardSet


class BidMade(NamedTuple):
    """A seat bid. ``has_color``: bids of this game name a color, where None is "no color"."""

    seat: Seat
    points: int
    color: Color | None = None
    has_color: bool = False


class BidHeld(NamedTuple):
    """A seat passed over its partner's high bid without dropping out of the auction."""

    seat: Seat


class ShotDeclared(NamedTuple):
    """A seat declared to take every trick, to win or lose the game by it."""

    seat: Seat


class BidPassed(NamedTuple):
    """A seat passed and is out of the auction."""

    seat: Seat


class PassedOut(NamedTuple):
    """The deal was thrown in without a score."""

    deal: int
    unable: Seat | None = None
    """The seat that held too few cards it may discard; None if every seat passed."""


class AuctionWon(NamedTuple):
    """The auction ended: the declarer and the points to make."""

    declarer: Seat
    points: int


class TrumpSold(NamedTuple):
    """The dealer ``seat`` sold trump to ``to``, now declarer; the dealer gains the bid ``points``."""

    seat: Seat
    to: Seat
    points: int


class TrumpKept(NamedTuple):
    """The dealer kept the right to name trump, and must take the points of the high bid."""

    seat: Seat
    points: int


class NestTaken(NamedTuple):
    """A seat took ``cards`` cards into its hand: the declarer the nest, in I Doubt It a loser the pile."""

    seat: Seat
    cards: int


class NestSeen(NamedTuple):
    """Secret: the cards the declarer found in the nest."""

    seat: Seat
    cards: CardSet


class NestLaid(NamedTuple):
    """The declarer discarded ``cards`` cards into the nest; ``shown`` are those everyone may see."""

    seat: Seat
    cards: int
    shown: tuple[Card, ...] = ()
    has_counters: bool | None = None
    """Whether counters are among them; None if no one is told."""


class Folded(NamedTuple):
    """The declarer gave up the deal before the play; that side loses the bid."""

    seat: Seat


class DiscardSeen(NamedTuple):
    """Secret: the cards a seat discarded, or played face down."""

    seat: Seat
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"DiscardSeen(seat={self.seat}, cards=<{len(self.cards)} cards>)"


class PartnerAsked(NamedTuple):
    """A seat, first the declarer, let its partner name trump."""

    seat: Seat
    partner: Seat
    bid: int = 0
    """The points to which the bid rises by it; 0 if it stays."""


class TrumpNamed(NamedTuple):
    """Trump was named: a color, or None for "no color"; with ``lowest_wins`` the lowest card wins."""

    seat: Seat
    color: Color | None
    lowest_wins: bool = False


class PartnerCalled(NamedTuple):
    """The declarer called a card; ``partner`` is its holder, None while that is not public."""

    seat: Seat
    card: Card
    partner: Seat | None
    of: int = 1
    """Number of cards the declarer calls in the deal."""
    has_both: bool = False
    """Whether ``partner`` holds the card called before, too."""


class PartnerShown(NamedTuple):
    """A called partner became public; None if no other hand than the declarer's had the card."""

    partner: Seat | None
    card: Card | None = None
    """The card called; None where only one is."""
    has_both: bool = False
    """Whether ``partner`` was a partner by the other card already."""


class LeadGiven(NamedTuple):
    """The declarer chose the seat that leads first."""

    seat: Seat
    to: Seat


class DummyShown(NamedTuple):
    """The dummy was laid open on the table."""

    seat: Seat
    cards: CardSet


class CardPlayed(NamedTuple):
    """A card was played from the hand of ``seat``; ``by`` is the seat that chose it."""

    seat: Seat
    by: Seat
    card: Card
    source: PlayedFrom = "hand"


class TrickTaken(NamedTuple):
    """A trick was completed: its cards in playing order and its points, without the nest.

    ``hands`` are the numbers of the hands the cards came from: a seat's own number, or one after the last
    seat for a battery or a dummy without a player.
    """

    winner: Seat
    hands: tuple[int, ...]
    cards: tuple[Card, ...]
    points: int
    source: PlayedFrom = "hand"

    @property
    def taker(self) -> int:
        """The number of the hand it was taken with; with batteries every seat has two."""
        return self.winner + len(self.hands) // 2 if self.source == "battery" else self.winner


class CardTaken(NamedTuple):
    """A seat drew a card after a trick; ``card`` is None if it came face down."""

    seat: Seat
    source: DrawnFrom
    card: Card | None


class CardDrawn(NamedTuple):
    """Secret: the card a seat drew from the top of the pile."""

    seat: Seat
    card: Card

    def __repr__(self) -> str:
        return f"CardDrawn(seat={self.seat})"


class CardsCut(NamedTuple):
    """Each seat cut a card for a tied bonus. ``winners``: the seats of the side with it; empty if tied."""

    cards: tuple[tuple[Seat, Card], ...]
    winners: tuple[Seat, ...]


class OddCardsWon(NamedTuple):
    """The cards left over from an uneven deal went to the taker of the last trick."""

    winner: Seat
    cards: CardSet
    points: int


class NestWon(NamedTuple):
    """The nest was shown after the last trick; ``winner`` gets its points, or no one if None."""

    winner: Seat | None
    cards: CardSet
    points: int


class DealScored(NamedTuple):
    """A deal was scored: a line of the score sheet."""

    deal: int
    dealer: Seat
    sides: tuple[SideScore, ...]
    contract: ContractScore | None = None
    """The contract and its result, in games with a bid."""
    dummy: SideScore | None = None
    """The score of a dummy that is not ranked."""


@dataclass(frozen=True, slots=True)
class GameEvent:
    """A public event of one game; each game has subclasses, and its ``Words`` tell them."""

    @property
    def is_news(self) -> bool:
        """Whether it is told in a sentence; false if the table shows it anyway."""
        return True


class CardsSeen(NamedTuple):
    """Secret: cards one seat saw or was given: drawn, passed on, taken up."""

    seat: Seat
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"CardsSeen(seat={self.seat}, cards=<{len(self.cards)} cards>)"


class Acted(NamedTuple):
    """An action as text, kept in the match record only: it may hold secrets."""

    seat: Seat
    text: str

    def __repr__(self) -> str:
        return f"Acted(seat={self.seat})"


class Ruled(NamedTuple):
    """The referee ruled: points taken off, or a void deal. A line of the score sheet."""

    deal: int
    seat: Seat | None
    points: int
    reason: Fault | str | None
    """A fault, or what the referee typed; None if the deal is dealt again."""
    totals: tuple[int, ...]


class AtOnce(StrEnum):
    """What ended a game before its target and last deal: a declared moon, a losing total, or a lead."""

    MOON = "moon"
    """A declarer had declared to take every trick."""
    LOSING_TOTAL = "losing total"
    LEAD = "lead"


class EndedAtOnce(NamedTuple):
    """A moon, a losing total or a lead ended a game before its target. Comes before ``MatchWon``."""

    cause: AtOnce
    seats: tuple[Seat, ...]
    """The seats that shot the moon, fell to the losing total, or lead by enough."""


class WhyNotWon(StrEnum):
    """Why no one has won, though a side is at the target or the last deal is over."""

    TIE = "tie"
    NO_STAR = "no star"
    """No side at the target has ever made a bid of its own."""
    GOING_OUT = "going out"
    """No side at the target may win in this deal."""


class NotWon(NamedTuple):
    """A side is at the target, or the last deal is over, but the match continues; after ``DealScored``."""

    cause: WhyNotWon
    seats: tuple[Seat, ...]
    """The seats that tie, or those at the target."""


class CutShort(NamedTuple):
    """The match was ended early, by its deal limit or time limit; comes before ``MatchWon``."""

    deals: int | None = None
    """The deals scored, if the deal limit ended it; None if time is up."""
    games: tuple[int, ...] = ()
    """Games won by each side, the unfinished one counted as it stood; empty in a match of one game."""


class GameWon(NamedTuple):
    """One game of several was won and the match continues; the totals start again from 0."""

    winners: tuple[Seat, ...]
    games: tuple[int, ...]
    """Games won by each side."""
    is_shared: bool = False
    """Whether sides that play against each other won it together."""


class SeatsChanged(NamedTuple):
    """Players changed their seats; ``order`` is how they sit now, clockwise."""

    order: tuple[Seat, ...]


class TimeCalled(NamedTuple):
    """The time limit of the match was reached: this deal is the last."""

    deal: int


class MatchWon(NamedTuple):
    """The match ended: the winning seats, empty if no one wins, and the total of each side."""

    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    is_shared: bool = False
    """Whether sides that play against each other won it together."""


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
    | NotWon
    | CutShort
    | GameWon
    | SeatsChanged
    | TimeCalled
    | MatchWon
)
SecretEvent = TableLaid | HandDealt | NestSeen | DiscardSeen | CardDrawn | CardsSeen | Acted
HeardEvent = PublicEvent | SecretEvent


NO_ONE: Final[Seat] = -4
"""Recipient of a ``Secret`` that no seat hears: only the match record keeps it."""


class Secret(NamedTuple):
    """An event for the seat ``to`` alone, or for ``NO_ONE``."""

    to: Seat
    event: SecretEvent | GameEvent

    def __repr__(self) -> str:
        return f"<secret of {self.to}>"


Event = PublicEvent | Secret


def heard_by(events: Iterable[Event], seat: Seat | None) -> tuple[HeardEvent, ...]:
    """The events a seat may know, its secrets unwrapped; None is a spectator, who hears only public ones."""
    heard: list[HeardEvent] = []
    for event in events:
        if not isinstance(event, Secret):
            heard.append(event)
        elif event.to == seat:
            heard.append(event.event)
    return tuple(heard)
