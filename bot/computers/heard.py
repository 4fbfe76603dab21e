"""What a seat has heard of the present deal, put together: declarer, trump, cards gone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.bidding.ranking import NOT_LED, Order, Ranking
from rules.bidding.setup import Setup
from rules.bidding.state import NOBODY
from rules.core.actions import Bird
from rules.core.cards import Card, CardSet, Color
from rules.core.decisions import Seat
from rules.core.events import (
    AuctionWon,
    BidMade,
    BidPassed,
    BirdNamed,
    CardDrawn,
    CardPlayed,
    CardsTurned,
    CardTaken,
    DealStarted,
    DiscardSeen,
    HeardEvent,
    NestLaid,
    NestSeen,
    PartnerCalled,
    PartnerShown,
    ShotDeclared,
    TrickTaken,
    TrumpNamed,
)

UNKNOWN: Final[Seat] = -9
"""The partner of a declarer while only he himself knows."""


class Heard:
    """The events of a deal, put together. Card sets are masks; lists go by hand."""

    def __init__(self, setup: Setup, events: Iterable[HeardEvent]) -> None:
        self.dealer = self.declarer = NOBODY
        """The declarer is who made the standing bid."""
        self.bid = 0
        self.is_shot = False
        """Whether the declarer owes every trick, whatever they count."""
        self.trump: Color | None = None
        self.lowest_wins = False
        self.bird: Bird | None = None
        self.called: Card | None = None
        self.partner = UNKNOWN
        """The partner a declarer called, once all may know; the declarer himself if he plays alone."""
        self.gone = 0
        """Cards played, and those buried in everybody's sight."""
        self.played = [0] * setup.lanes
        """The cards each hand has played."""
        self.in_nest = 0
        """Cards of the nest that everybody has seen, until it is taken."""
        self.laid_open = 0
        """Cards of the discard that everybody has seen."""
        self.nest = 0
        """The cards the one who hears this found in the nest, then those he laid away."""
        self.up = 0
        """The card that lies on the draw pile."""
        self.tricks: list[TrickTaken] = []
        self.bidders: dict[Seat, int] = {}
        """The highest bid of each seat."""
        self.passed: set[Seat] = set()
        """The seats that are out of the auction."""
        self.missing = [0] * setup.lanes
        """Cards each hand has shown not to hold."""
        self.holds = [0] * setup.lanes
        """Cards a hand must hold: drawn openly, or called."""
        self.led_trumps: set[int] = set()
        """The hands that have led a trump."""
        self._setup = setup
        self._led = NOT_LED
        for event in events:
            self._hear(event)
        if setup.variant.auction == "sale" and not self.bidders and len(self.passed) == setup.seats - 1:
            # Nobody bid for the right to name trump: it stays with the dealer, who owes nothing.
            self.declarer = self.dealer

    @property
    def card_order(self) -> Order:
        """What decides how the cards rank, as far as it is known."""
        return Order(self.trump, self.bird, self.lowest_wins)

    @property
    def ranking(self) -> Ranking:
        """How the cards rank, as far as it is known."""
        return self._setup.ranking(self.card_order)

    def _hear(self, event: HeardEvent) -> None:  # noqa: PLR0912 - one branch for each type
        match event:
            case CardPlayed():
                self._played(event)
            case TrickTaken():
                self._led = NOT_LED
                self.tricks.append(event)
            case BidMade(seat, points, color):
                self.bidders[seat] = points
                self.declarer, self.bid = seat, points
                self.trump = color
            case BidPassed(seat):
                self.passed.add(seat)
            case ShotDeclared(seat):
                self.declarer, self.bid, self.trump = seat, self._setup.cap, None
                self.is_shot = True
            case AuctionWon(declarer, points):
                self.declarer, self.bid = declarer, points
            case TrumpNamed(_, color, lowest_wins):
                self.trump, self.lowest_wins = color, lowest_wins
            case BirdNamed(_, bird):
                self.bird = bird
            case NestSeen(_, cards) | DiscardSeen(_, cards):
                self.nest = int(CardSet.of(cards))
            case NestLaid(_, _, shown):
                self._laid(shown)
            case PartnerCalled(seat, card, partner):
                self.called = card
                if partner is not None:
                    self._partner_is(partner)
                elif self._setup.variant.partner_shown == "at_once":
                    self._partner_is(seat)
            case PartnerShown(partner):
                self._partner_is(self.declarer if partner is None else partner)
            case CardsTurned() | CardTaken() | CardDrawn():
                self._turned(event)
            case DealStarted(_, dealer):
                self.dealer = dealer
            case _:
                pass

    def _played(self, played: CardPlayed) -> None:
        """A card that neither follows nor may be played at any time shows a void."""
        hand = self._hand(played)
        ranking, one = self.ranking, 1 << played.card
        self.gone |= one
        self.played[hand] |= one
        self.holds[hand] &= ~one
        if self._led == NOT_LED:
            self._led = ranking.suit[played.card]
            if ranking.trumps & one:
                self.led_trumps.add(hand)
        elif not (ranking.follow[self._led] | ranking.free) & one and self._must_follow(hand):
            self.missing[hand] |= ranking.follow[self._led]

    def _hand(self, played: CardPlayed) -> int:
        return played.seat + self._setup.seats if played.source == "battery" else played.seat

    def _must_follow(self, hand: int) -> bool:
        variant = self._setup.variant
        return hand < self._setup.seats or not (variant.battery_free or variant.dummy == "blind")

    def _laid(self, shown: tuple[Card, ...]) -> None:
        """The nest is laid away: what lay open before went to the declarer's hand, or into it again."""
        for hand in range(self._setup.lanes):
            if hand != self.declarer:
                self.missing[hand] |= self.in_nest
        self.in_nest = 0
        self.laid_open = int(CardSet.of(shown))
        self.gone |= self.laid_open

    def _partner_is(self, partner: Seat) -> None:
        self.partner = partner
        if self.called is not None and partner != self.declarer and not self.gone >> self.called & 1:
            self.holds[partner] |= 1 << self.called

    def _turned(self, event: CardsTurned | CardTaken | CardDrawn) -> None:
        match event:
            case CardsTurned("nest", _, cards):
                self.in_nest = int(CardSet.of(cards))
            case CardsTurned("pile", _, cards):
                self.up = int(CardSet.of(cards))
            case CardTaken(seat, _, card):
                # Who draws an unseen card may hold anything again.
                self.missing[seat] = 0
                if card is not None:
                    self.holds[seat] |= 1 << card
                    self.up = 0
            case _:
                pass
