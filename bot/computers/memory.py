"""What a seat knows of the present deal: cards gone, who is void, who bid what. No more than that."""

from __future__ import annotations

from functools import cached_property

from bot.computers.brief import Brief, decision_of
from bot.computers.forgetting import forget
from bot.computers.heard import UNKNOWN, Heard
from bot.computers.levels import CHAMPION, Level
from rules.bidding.ranking import NOT_LED
from rules.bidding.setup import Setup
from rules.bidding.state import NOBODY, Teams
from rules.bidding.teams import teams_of
from rules.core.actions import Play
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, Decision, Seat
from rules.core.events import BirdNamed, DealStarted, HeardEvent


class Memory:
    """The deal as the player of one hand knows it. Card sets are masks; tuples go by hand.

    A player below the best has forgotten some of it.
    """

    def __init__(self, brief: Brief, setup: Setup, level: Level = CHAMPION) -> None:
        table, decision = brief.view.table, decision_of(brief)
        events = _this_deal(brief.heard)
        heard = Heard(setup, events)
        if level.remembers is not None:
            forget(heard, setup, events, level.remembers, decision.hand)
        self.level = level
        self.setup = setup
        self.heard = heard
        self.seat = decision.hand
        """Number of the hand that is asked: a dummy's or a battery's, where one person plays two."""
        self.person = brief.view.seat
        self.hand = _held(brief, decision)
        self.order = tuple(info.seat for info in table.seats)
        """The seats clockwise, as they sit now."""
        self.totals = table.totals
        """The score of the match, by side."""
        self.counts = _counts(brief, setup)
        """Cards held by each hand; of a battery, those that lie face up."""
        self.ranking = heard.ranking
        self.value = self.ranking.value
        self.own = int(brief.view.hand)
        """The cards of the person who is asked, whatever hand is to play."""
        self.buried = heard.nest & ~self.own
        """Cards this player laid away, once it has."""
        self.trick = table.trick.plays if table.trick else ()
        winner = table.trick.winner if table.trick else None
        self.winner = NOBODY if winner is None else winner
        """The hand that is winning the trick; NOBODY before it is led."""
        self.covering = tuple(card for zone in table.zones for card in zone.covering)
        """The cards of batteries that lie on a covered one."""
        self.known = _known_hands(brief, self.seat, self.hand, self.counts)
        """The hands this player sees whole."""
        seen = heard.gone | self.buried | heard.up | heard.in_nest
        for cards in self.known.values():
            seen |= cards
        self.unseen = int(CardSet.of(setup.pack)) & ~seen
        """Cards in another hand, in a nest this player has not seen, in a pile or under a battery."""
        self.could = tuple(
            self.known.get(hand, self.unseen & ~missing) for hand, missing in enumerate(heard.missing)
        )
        """What each hand may hold; its very cards where they are known."""
        self.holds = tuple(
            self.known.get(hand, certain & self.unseen) for hand, certain in enumerate(heard.holds)
        )
        """What each hand holds for certain."""

    def __repr__(self) -> str:
        return f"<memory of hand {self.seat}>"

    @property
    def dealer(self) -> Seat:
        """Who deals."""
        return self.heard.dealer

    @property
    def declarer(self) -> Seat:
        """Who made the standing bid; NOBODY before the first."""
        return self.heard.declarer

    @cached_property
    def teams(self) -> Teams:
        """Who plays with whom, as far as this player knows.

        A called partner knows himself. Whoever does not know him counts the declarer as alone, the
        others as his foes together: of them only one is not.
        """
        called, partner = self.heard.called, self.heard.partner
        if called is None:
            partner = NOBODY
        elif partner == UNKNOWN:
            partner = self.person if self.own >> called & 1 else self.declarer
        return teams_of(self.setup, self.order, self.dealer, self.declarer, partner)

    @cached_property
    def led(self) -> int:
        """The suit led; NOT_LED before the lead."""
        return self.ranking.suit[self.trick[0][1]] if self.trick else NOT_LED

    @cached_property
    def best(self) -> Card:
        """The card that takes the trick as it lies."""
        power = self.ranking.power[self.led]
        return max((played for _, played in self.trick), key=lambda played: power[played])

    @cached_property
    def at_stake(self) -> int:
        """The points of the cards that lie."""
        return sum(self.value[played] for _, played in self.trick)

    @cached_property
    def foes(self) -> tuple[int, ...]:
        """The hands of the other sides."""
        return tuple(hand for hand in range(self.setup.lanes) if self.is_foe(hand))

    @cached_property
    def to_come(self) -> tuple[int, ...]:
        """The hands that play to this trick after the one asked, in order."""
        leader = self.trick[0][0] if self.trick else self.seat
        return self.teams.rounds[leader][len(self.trick) + 1 :]

    @property
    def trumps(self) -> int:
        """All trumps of the pack."""
        return self.ranking.trumps

    @cached_property
    def foes_trumps(self) -> int:
        """Trumps that a foe may hold."""
        held = 0
        for foe in self.foes:
            held |= self.could[foe]
        return held & self.trumps

    @cached_property
    def against(self) -> int:
        """Cards that a foe has, or may have now or later."""
        cards = self.unseen
        for hand, known in self.known.items():
            if self.is_foe(hand):
                cards |= known
        return cards

    @cached_property
    def out(self) -> int:
        """Cards still to be played by somebody, as far as one knows."""
        return int(CardSet.of(self.setup.pack)) & ~(self.heard.gone | self.buried)

    @property
    def tricks_left(self) -> int:
        """Tricks yet to be taken, the present one included."""
        return self.setup.tricks - len(self.heard.tricks)

    @property
    def is_declaring(self) -> bool:
        """Whether the hand asked is on the declarer's side."""
        return self.declarer != NOBODY and not self.is_foe(self.declarer)

    @property
    def is_sale(self) -> bool:
        """Whether trump is sold."""
        return self.setup.variant.auction == "sale"

    def is_foe(self, hand: int) -> bool:
        """Whether a hand is of another side."""
        return self.teams.side_of[hand] != self.teams.side_of[self.seat]

    def is_trump(self, card: Card) -> bool:
        """Whether a card is a trump."""
        return bool(self.trumps >> card & 1)

    def must_follow(self, hand: int) -> bool:
        """Whether a hand has to follow the color led."""
        variant = self.setup.variant
        if hand < self.setup.seats:
            return True
        return variant.dummy != "blind" and not variant.battery_free


def _this_deal(heard: tuple[HeardEvent, ...]) -> tuple[HeardEvent, ...]:
    """What was heard since the present deal was dealt, and what the bird was said to be before it."""
    starts = [place for place, event in enumerate(heard) if isinstance(event, DealStarted)]
    if not starts:
        return heard
    birds = [event for event in heard[: starts[-1]] if isinstance(event, BirdNamed)]
    return (*birds[-1:], *heard[starts[-1] :])


def _held(brief: Brief, decision: Decision) -> int:
    """The hand that is asked."""
    if isinstance(decision, ChooseCard) and isinstance(next(decision.answers()), Play):
        return int(decision.held)
    return int(brief.view.hand)


def _counts(brief: Brief, setup: Setup) -> tuple[int, ...]:
    """Cards held, by hand."""
    counts = [0] * setup.lanes
    for info in brief.view.table.seats:
        counts[info.seat] = info.cards
    for zone in brief.view.table.zones:
        if zone.seat is not None and zone.seat >= setup.seats:
            counts[zone.seat] = len(zone.shown) + (0 if setup.has_batteries else zone.hidden)
    return tuple(counts)


def _known_hands(brief: Brief, seat: Seat, hand: int, counts: tuple[int, ...]) -> dict[int, int]:
    """The hands this player sees whole: the one asked, its own, and those that lie open."""
    hands = {
        zone.seat: int(CardSet.of(zone.shown)) for zone in brief.view.table.zones if zone.seat is not None
    }
    hands |= {brief.view.seat: int(brief.view.hand), seat: hand}
    return {holder: cards for holder, cards in hands.items() if cards.bit_count() == counts[holder]}
