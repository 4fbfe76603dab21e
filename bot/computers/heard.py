"""The public and private events of the present deal that one seat was told of, summed up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rules.bidding.nest import shown_in_nest
from rules.bidding.ranking import NOT_LED, Order, Ranking
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT
from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat
from rules.core.events import (
    AuctionWon,
    BidMade,
    BidPassed,
    BirdNamed,
    CardPlayed,
    CardsTurned,
    CardTaken,
    DealStarted,
    DiscardSeen,
    HeardEvent,
    NestLaid,
    NestSeen,
    PartnerAsked,
    PartnerCalled,
    PartnerShown,
    ShotDeclared,
    TrickTaken,
    TrumpNamed,
)

UNKNOWN: Final[Seat] = -9
"""The holder of a called card while only that holder knows."""


@dataclass(slots=True)
class Bidding:
    """The auction so far."""

    declarer: Seat = NO_SEAT
    """The high bidder."""
    bid: int = 0
    is_shot: bool = False
    """Whether the declarer shoots the moon: owes every trick instead of points."""
    bids: dict[Seat, int] = field(default_factory=dict)
    """The highest bid of each seat."""
    passed: set[Seat] = field(default_factory=set)
    """The seats that are out of the auction."""


@dataclass(slots=True)
class NestCards:
    """Masks of cards known of nest and discard: face up, seen by all, and found or discarded by this seat."""

    shown: int = 0
    """Cards of the nest that lie face up, until it is taken."""
    discard_shown: int = 0
    """Cards of the discard that every player has seen."""
    own: int = 0
    """The cards this seat found in the nest; once it has discarded, the discard."""
    kept_out: int = 0
    """Cards that are not face down in the discard: it is shown or said if they are discarded."""
    counters: int = 0
    """Cards of which at least one is in the discard; 0 if that is not known."""


class Heard:
    """What one seat was told of the present deal, summed up. Card sets are masks; lists go by hand."""

    def __init__(self, setup: Setup, events: Iterable[HeardEvent]) -> None:
        self.dealer = NO_SEAT
        self.bidding = Bidding()
        self.card_order = Order(None, None)
        """What decides how the cards rank, as far as it is known."""
        self.called: dict[Card, Seat] = {}
        """By card called: its holder, once all may know; the declarer if no other hand has it."""
        self.out_of_play = 0
        """Cards played, and discarded face up."""
        self.played = [0] * setup.lanes
        """The cards each hand has played."""
        self.nest = NestCards()
        self.up = 0
        """The card face up on the draw pile."""
        self.tricks: list[TrickTaken] = []
        self.missing = [0] * setup.lanes
        """Cards each hand has shown not to hold."""
        self.holds = [0] * setup.lanes
        """Cards a hand certainly holds: drawn face up, or called."""
        self.led_trumps: set[int] = set()
        """The hands that have led a trump."""
        self._setup = setup
        self._led = NOT_LED
        for event in events:
            self._hear(event)
        bidding = self.bidding
        if setup.variant.auction == "sale" and not bidding.bids and len(bidding.passed) == setup.seats - 1:
            # Without a bid the right to name trump stays with the dealer, who owes nothing.
            bidding.declarer = self.dealer

    @property
    def ranking(self) -> Ranking:
        """How the cards rank, as far as it is known."""
        return self._setup.ranking(self.card_order)

    def _hear(self, event: HeardEvent) -> None:  # noqa: PLR0912 - one branch for each type
        bidding = self.bidding
        match event:
            case CardPlayed():
                self._played(event)
            case TrickTaken():
                self._led = NOT_LED
                self.tricks.append(event)
            case BidMade(seat, points, color):
                bidding.bids[seat] = points
                bidding.declarer, bidding.bid = seat, points
                self.card_order = self.card_order._replace(trump=color)
            case BidPassed(seat):
                bidding.passed.add(seat)
            case ShotDeclared(seat):
                bidding.declarer, bidding.bid, bidding.is_shot = seat, self._setup.cap, True
                self.card_order = self.card_order._replace(trump=None)
            case AuctionWon(declarer, points):
                bidding.declarer, bidding.bid = declarer, points
            case PartnerAsked():
                bidding.bid = max(bidding.bid, event.bid)
            case TrumpNamed(_, color, lowest_wins):
                self.card_order = self.card_order._replace(trump=color, lowest_wins=lowest_wins)
            case BirdNamed(_, bird):
                self.card_order = self.card_order._replace(bird=bird)
            case NestSeen(_, cards) | DiscardSeen(_, cards):
                self.nest.own = int(CardSet.of(cards))
            case NestLaid():
                self._laid(event)
            case PartnerCalled(seat, card, partner):
                self.called[card] = UNKNOWN
                if partner is not None:
                    self._holder_is(card, partner)
                elif self._setup.variant.partner_shown == "at_once":
                    self._holder_is(card, seat)
            case PartnerShown(partner, card):
                which = next(iter(self.called)) if card is None else card
                self._holder_is(which, bidding.declarer if partner is None else partner)
            case CardsTurned("nest", _, cards):
                self.nest.shown = int(CardSet.of(cards))
            case CardsTurned("pile", _, cards):
                self.up = int(CardSet.of(cards))
            case CardTaken(seat, _, card):
                # The card drawn may be of any color, also of one the hand was out of.
                self.missing[seat] = 0
                if card is not None:
                    self.holds[seat] |= 1 << card
                    self.up = 0
            case DealStarted(_, dealer):
                self.dealer = dealer

    def _played(self, played: CardPlayed) -> None:
        """Record a card. One that neither follows color nor may be played at any time shows a void."""
        hand = played.seat + (self._setup.seats if played.source == "battery" else 0)
        ranking, one = self.ranking, 1 << played.card
        self.out_of_play |= one
        self.played[hand] |= one
        self.holds[hand] &= ~one
        if self._led == NOT_LED:
            self._led = ranking.suit[played.card]
            if ranking.trumps & one:
                self.led_trumps.add(hand)
        elif not (ranking.follow[self._led] | ranking.free) & one and self.must_follow(hand):
            self.missing[hand] |= ranking.follow[self._led]

    def must_follow(self, hand: int) -> bool:
        """Whether a hand must follow color: not a face-down dummy, nor a battery that the rules free."""
        variant = self._setup.variant
        return hand < self._setup.seats or not (variant.battery_free or variant.dummy == "blind")

    def _laid(self, event: NestLaid) -> None:
        """Record the discard: the nest's face-up cards are in the declarer's hand or in the discard."""
        for hand in range(self._setup.lanes):
            if hand != self.bidding.declarer:
                self.missing[hand] |= self.nest.shown
        self.nest.shown = 0
        self.nest.discard_shown = int(CardSet.of(event.shown))
        setup = self._setup
        trump = setup.unranked if setup.variant.trump == "after_nest" else self.ranking
        self.nest.kept_out = shown_in_nest(setup, trump)
        if event.has_counters:
            self.nest.counters = setup.counters_under(trump)
        elif event.has_counters is False or setup.variant.bury_counters == "for_trumps":
            self.nest.kept_out |= setup.counters_under(trump)
        self.out_of_play |= self.nest.discard_shown

    def _holder_is(self, card: Card, holder: Seat) -> None:
        self.called[card] = holder
        if holder != self.bidding.declarer and not self.out_of_play >> card & 1:
            self.holds[holder] |= 1 << card
