"""What a seat knows of the present deal: cards gone, who is void, who bid what. No more than that."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from bot.computers.any_legal import decision_of
from bot.computers.brief import Brief
from rules.cards import Card, CardSet, Color
from rules.decisions import ChooseCard, ChooseCards, Decision, Seat
from rules.events import (
    AuctionWon,
    BidMade,
    CardPlayed,
    DealStarted,
    DiscardSeen,
    HeardEvent,
    NestSeen,
    TrickTaken,
    TrumpNamed,
)
from rules.tricks.ranking import NOT_LED
from rules.tricks.setup import Setup

NOBODY: Final = -1


class Heard:
    """The events of a deal, put together."""

    def __init__(self, setup: Setup, seats: int, events: Iterable[HeardEvent]) -> None:
        self.dealer = self.declarer = NOBODY
        """The declarer is who made the standing bid."""
        self.bid = 0
        self.trump: Color | None = None
        self.gone = 0
        """Cards played, as a mask."""
        self.buried = 0
        """Cards laid away by the one who hears this."""
        self.missing = [0] * seats
        """Cards each seat has shown not to hold."""
        self._setup = setup
        self._led = NOT_LED
        for event in events:
            self._hear(event)

    def _hear(self, event: HeardEvent) -> None:
        match event:
            case CardPlayed(seat, _, card):
                self._played(seat, card)
            case TrickTaken():
                self._led = NOT_LED
            case BidMade(declarer, points) | AuctionWon(declarer, points):
                self.declarer, self.bid = declarer, points
            case TrumpNamed(_, color):
                self.trump = color
            case NestSeen(_, cards) | DiscardSeen(_, cards):
                self.buried = int(CardSet.of(cards))
            case DealStarted(_, dealer):
                self.dealer = dealer
            case _:
                pass

    def _played(self, seat: Seat, card: Card) -> None:
        """A card that neither follows nor may be played at any time shows a void."""
        ranking = self._setup.rankings[self.trump]
        self.gone |= 1 << card
        if self._led == NOT_LED:
            self._led = ranking.suit[card]
        elif ranking.suit[card] != self._led and not ranking.free >> card & 1:
            self.missing[seat] |= ranking.follow[self._led]


class Memory:
    """The deal as the player of one hand knows it. Card sets are masks; tuples go by seat."""

    def __init__(self, brief: Brief, setup: Setup) -> None:
        table, decision = brief.view.table, decision_of(brief)
        heard = Heard(setup, len(table.seats), _this_deal(brief.heard))
        self.setup = setup
        self.seat = decision.hand
        """Whose hand is asked: a dummy's, where one person plays two."""
        self.hand = _held(brief, decision)
        self.sides = tuple(-1 - info.seat if info.side is None else info.side for info in table.seats)
        """Side by seat; who may be on any side is counted as alone."""
        self.counts = tuple(info.cards for info in table.seats)
        """Cards held by each seat."""
        self.dealer, self.declarer, self.bid = heard.dealer, heard.declarer, heard.bid
        self.trump = heard.trump
        self.ranking = setup.rankings[heard.trump]
        self.buried = heard.buried & ~self.hand
        """Cards this player laid away, once it has."""
        self.trick = table.trick.plays if table.trick else ()
        winner = table.trick.winner if table.trick else None
        self.winner = NOBODY if winner is None else winner
        """Who is winning the trick; NOBODY before it is led."""
        known = _known_hands(brief, self.seat, self.hand, self.counts)
        seen = heard.gone | self.buried
        for cards in known.values():
            seen |= cards
        self.unseen = int(CardSet.of(setup.pack)) & ~seen
        """Cards in another hand, or in a nest this player has not seen."""
        self.could = tuple(
            known.get(seat, self.unseen & ~missing) for seat, missing in enumerate(heard.missing)
        )
        """What each seat may hold; its very hand where that is known."""

    def __repr__(self) -> str:
        return f"<memory of seat {self.seat}>"

    @cached_property
    def led(self) -> int:
        """The suit led; NOT_LED before the lead."""
        return self.ranking.suit[self.trick[0][1]] if self.trick else NOT_LED

    @cached_property
    def foes(self) -> tuple[Seat, ...]:
        """The seats of the other sides."""
        return tuple(seat for seat in range(len(self.sides)) if self.is_foe(seat))

    @cached_property
    def to_come(self) -> tuple[Seat, ...]:
        """The seats that play to this trick after the one asked, in order."""
        seats = len(self.sides)
        return tuple((self.seat + step) % seats for step in range(1, seats - len(self.trick)))

    @cached_property
    def trumps(self) -> int:
        """All trumps of the pack."""
        return 0 if self.trump is None else self.ranking.follow[self.trump]

    @cached_property
    def foes_trumps(self) -> int:
        """Trumps that a foe may hold."""
        held = 0
        for foe in self.foes:
            held |= self.could[foe]
        return held & self.trumps

    @property
    def is_mates_bid(self) -> bool:
        """Whether the standing bid is a partner's."""
        return self.declarer not in (NOBODY, self.seat) and not self.is_foe(self.declarer)

    def is_foe(self, seat: Seat) -> bool:
        """Whether a seat is of another side."""
        return self.sides[seat] != self.sides[self.seat]

    def is_trump(self, card: Card) -> bool:
        """Whether a card is a trump."""
        return bool(self.trumps >> card & 1)


def _this_deal(heard: tuple[HeardEvent, ...]) -> tuple[HeardEvent, ...]:
    """What was heard since the present deal was dealt."""
    starts = [place for place, event in enumerate(heard) if isinstance(event, DealStarted)]
    return heard[starts[-1] :] if starts else heard


def _held(brief: Brief, decision: Decision) -> int:
    """The hand that is asked."""
    return int(decision.held if isinstance(decision, (ChooseCard, ChooseCards)) else brief.view.hand)


def _known_hands(brief: Brief, seat: Seat, hand: int, counts: tuple[int, ...]) -> dict[Seat, int]:
    """The hands this player sees whole: the one asked, its own, and those that lie open."""
    hands = {
        zone.seat: int(CardSet.of(zone.shown)) for zone in brief.view.table.zones if zone.seat is not None
    }
    hands |= {brief.view.seat: int(brief.view.hand), seat: hand}
    return {holder: cards for holder, cards in hands.items() if cards.bit_count() == counts[holder]}
