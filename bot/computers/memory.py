"""What one seat knows of the present deal, less what it forgets: cards out of play, voids and bids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from bot.computers.brief import Brief, decision_of
from bot.computers.heard import UNKNOWN, Heard
from bot.computers.levels import CHAMPION, Level
from rules.bidding.deck import least_to_make, pile_size
from rules.bidding.ranking import NOT_LED
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, Teams
from rules.bidding.teams import teams_of
from rules.core.actions import Play
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, Decision, Seat
from rules.core.events import CardPlayed, HeardEvent, TrickTaken

HIGH: Final = 12
"""Lowest number of a card that is never forgotten. Counters and trumps are never forgotten either."""


class Hands(NamedTuple):
    """What a player knows of every hand's cards. Card sets are masks; tuples are indexed by hand."""

    counts: tuple[int, ...]
    """Number of cards held; of a battery, of its face-up cards."""
    known: dict[int, int]
    """The hands of which the player sees every card."""
    unseen: int
    """Cards in another hand, in a nest the player has not seen, in a pile or under a battery."""
    could: tuple[int, ...]
    """Cards each hand may hold; exactly its cards if they are known."""
    holds: tuple[int, ...]
    """Cards each hand certainly holds."""


class Memory:
    """The deal as the player of one hand knows it. Card sets are masks; tuples are indexed by hand.

    A player of a weaker level has forgotten some of it.
    """

    def __init__(self, brief: Brief, setup: Setup, level: Level = CHAMPION) -> None:
        table, decision = brief.view.table, decision_of(brief)
        heard = Heard(setup, brief.heard)
        if level.remembers is not None:
            forget(heard, setup, brief.heard, level.remembers, decision.hand)
        self.level = level
        self.setup = setup
        self.heard = heard
        self.seat = decision.hand
        """Number of the hand that is asked: a dummy's or a battery's, if the person plays two hands."""
        self.person = brief.view.seat
        self.hand = _held(brief, decision)
        self.order = tuple(info.seat for info in table.seats)
        """The seats clockwise, as they sit now."""
        self.totals = table.totals
        """The score of the match, by side."""
        self.ranking = heard.ranking
        self.value = self.ranking.value
        self.own = int(brief.view.hand)
        """The cards of the person who is asked, also if another hand is to play."""
        self.discarded = heard.nest.own & ~self.own
        """The player's own discard; empty before it."""
        self.trick = table.trick.plays if table.trick else ()
        self.covering = tuple(card for zone in table.zones for card in zone.covering)
        """The cards of batteries that lie on a covered one."""
        self.hands = _hands(
            brief, setup, heard, self.discarded, {self.person: self.own, self.seat: self.hand}
        )

    def __repr__(self) -> str:
        return f"<memory of hand {self.seat}>"

    @property
    def dealer(self) -> Seat:
        """The seat that dealt."""
        return self.heard.dealer

    @property
    def declarer(self) -> Seat:
        """The high bidder; ``NO_SEAT`` before the first bid."""
        return self.heard.bidding.declarer

    @cached_property
    def teams(self) -> Teams:
        """The sides, as far as this player knows them.

        A called partner knows about itself. To the other players a declarer has no partner by a card they
        do not know the holder of, which is right for all but one of them.
        """
        holders = [self._holder(card, holder) for card, holder in self.heard.called.items()]
        return teams_of(self.setup, self.order, self.dealer, self.declarer, tuple(holders))

    def _holder(self, card: Card, known: Seat) -> Seat:
        if known != UNKNOWN:
            return known
        return self.person if self.own >> card & 1 else self.declarer

    @cached_property
    def led(self) -> int:
        """The color led, as a suit number of ``ranking``; NOT_LED before the lead."""
        return self.ranking.suit[self.trick[0][1]] if self.trick else NOT_LED

    @cached_property
    def best(self) -> Card:
        """The card that is winning the trick; an error before the lead."""
        power = self.ranking.power[self.led]
        return max((played for _, played in self.trick), key=lambda played: power[played])

    @cached_property
    def winner(self) -> int:
        """The hand that is winning the trick; ``NO_SEAT`` before the lead."""
        power = self.ranking.power[self.led] if self.trick else ()
        return max(self.trick, key=lambda play: power[play[1]], default=(NO_SEAT, None))[0]

    @cached_property
    def at_stake(self) -> int:
        """The points of the cards played to the trick so far."""
        return sum(self.value[played] for _, played in self.trick)

    @cached_property
    def opponents(self) -> tuple[int, ...]:
        """The opponents' hands."""
        return tuple(hand for hand in range(self.setup.lanes) if self.is_opponent(hand))

    @cached_property
    def to_come(self) -> tuple[int, ...]:
        """The hands that play to this trick after the hand asked, in playing order."""
        leader = self.trick[0][0] if self.trick else self.seat
        return self.teams.rounds[leader][len(self.trick) + 1 :]

    @cached_property
    def opponents_to_come(self) -> tuple[int, ...]:
        """The opponents' hands that play to this trick after the hand asked."""
        return tuple(hand for hand in self.to_come if self.is_opponent(hand))

    @cached_property
    def mates_to_come(self) -> tuple[int, ...]:
        """The partners' hands that play to this trick after the hand asked."""
        return tuple(hand for hand in self.to_come if not self.is_opponent(hand))

    @property
    def trumps(self) -> int:
        """All trumps of the deck."""
        return self.ranking.trumps

    @cached_property
    def opponents_trumps(self) -> int:
        """Trumps that an opponent may hold."""
        held = 0
        for opponent in self.opponents:
            held |= self.hands.could[opponent]
        return held & self.trumps

    @cached_property
    def against(self) -> int:
        """Mask of the cards that an opponent holds, or may hold now or after drawing."""
        cards = self.hands.unseen
        for hand, known in self.hands.known.items():
            if self.is_opponent(hand):
                cards |= known
        return cards

    @cached_property
    def out(self) -> int:
        """Mask of the cards that may still be played, by any hand, as far as the player knows."""
        return int(CardSet.of(self.setup.deck)) & ~(self.heard.out_of_play | self.discarded)

    @property
    def tricks_left(self) -> int:
        """Tricks left, the present one included."""
        return self.setup.tricks - len(self.heard.tricks)

    @property
    def pile_left(self) -> int:
        """Cards left to draw: one for each seat goes after every trick; 0 or less if none are left."""
        return pile_size(self.setup.variant, self.setup.seats) - self.setup.seats * len(self.heard.tricks)

    @property
    def owed(self) -> int:
        """The points that make the high bid; 0 without one."""
        return least_to_make(self.setup.variant, self.heard.bidding.bid)

    @property
    def has_two_sides(self) -> bool:
        """Whether two sides play, as far as this player knows them."""
        return len(self.teams.sides) == 2

    @property
    def is_declaring(self) -> bool:
        """Whether the hand asked is on the declarer's side."""
        return self.declarer != NO_SEAT and not self.is_opponent(self.declarer)

    @property
    def is_sale(self) -> bool:
        """Whether the game auctions the right to name trump, which the dealer sells or keeps (Cordova)."""
        return self.setup.variant.auction == "sale"

    def is_opponent(self, hand: int) -> bool:
        """Whether a hand is on another side than the hand asked."""
        return self.teams.side_of[hand] != self.teams.side_of[self.seat]

    def is_trump(self, card: Card) -> bool:
        """Whether a card is a trump."""
        return bool(self.trumps >> card & 1)


def _held(brief: Brief, decision: Decision) -> int:
    """The cards of the hand that is asked."""
    if isinstance(decision, ChooseCard) and isinstance(next(decision.answers()), Play):
        return int(decision.held)
    return int(brief.view.hand)


def _counts(brief: Brief, setup: Setup) -> tuple[int, ...]:
    """Number of cards held, by hand."""
    counts = [0] * setup.lanes
    for info in brief.view.table.seats:
        counts[info.seat] = info.cards
    for zone in brief.view.table.zones:
        if zone.seat is not None and zone.seat >= setup.seats:
            counts[zone.seat] = len(zone.shown) + (0 if setup.has_batteries else zone.hidden)
    return tuple(counts)


def _hands(brief: Brief, setup: Setup, heard: Heard, discarded: int, played: dict[int, int]) -> Hands:
    """What the player knows of all hands; ``played`` are the cards of the hands it plays itself."""
    counts = _counts(brief, setup)
    shown = {
        zone.seat: int(CardSet.of(zone.shown)) for zone in brief.view.table.zones if zone.seat is not None
    } | played
    known = {holder: cards for holder, cards in shown.items() if cards.bit_count() == counts[holder]}
    seen = heard.out_of_play | discarded | heard.up | heard.nest.shown
    for cards in known.values():
        seen |= cards
    unseen = int(CardSet.of(setup.deck)) & ~seen
    could = tuple([known.get(hand, unseen & ~missing) for hand, missing in enumerate(heard.missing)])
    holds = tuple([known.get(hand, certain & unseen) for hand, certain in enumerate(heard.holds)])
    return Hands(counts, known, unseen, could, holds)


def forget(heard: Heard, setup: Setup, events: Sequence[HeardEvent], tricks: int, own: int) -> None:
    """Remove from ``heard`` what a player forgets who remembers only the last ``tricks`` tricks.

    ``own`` is the hand that remembers: what it played itself stays in mind.
    """
    taken = [place for place, event in enumerate(events) if isinstance(event, TrickTaken)]
    if len(taken) <= tricks:
        return
    old = events[: taken[-tricks - 1] + 1]
    ranking = heard.ranking
    for event in old:
        if isinstance(event, CardPlayed) and event.seat != own:
            card = event.card
            is_small = not ranking.value[card] and card.rank < HIGH and not ranking.trumps >> card & 1
            heard.out_of_play &= ~(is_small << card)
    then = Heard(setup, old)
    heard.missing = [now & ~before for now, before in zip(heard.missing, then.missing, strict=True)]
