"""A variant prepared for a number of seats: everything that can be known before a card is dealt."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Final

from rules.bidding import deck
from rules.bidding.phases import followers, phases_of
from rules.bidding.ranking import Order, Ranking, make_ranking, reading_order
from rules.bidding.variant import Variant
from rules.core.cards import Card, CardSet, Color
from rules.core.decisions import Seat
from rules.core.seating import SeatChange, check_seats
from rules.core.winning import Goal

NEST_SLOT: Final = -1
PILE_SLOT: Final = -2


class Setup:
    """A variant's tables for a number of seats.

    A *hand* is a number too: a seat's own, or one after the last seat for a dummy without a player and for
    the batteries. A *lane* is a hand that plays to every trick.

    Raises:
        InvalidOption: the game is not for this number of seats.
    """

    def __init__(self, variant: Variant, seats: int) -> None:
        check_seats(variant.title, variant.seats, seats)
        self.variant: Final = variant
        self.seats: Final = seats
        self.deck: Final = deck.cards_of(variant, seats)
        self.every_card: Final = frozenset(self.deck)
        self.draw_deck: Final = tuple(one for one in self.deck if not one.is_bird)
        """The cards of the draw for the deal: the bird is left out (R-10)."""
        self.has_batteries: Final = variant.extra == "batteries"
        self.hands: Final = deck.dealt_hands(variant, seats)
        """Number of hands dealt, batteries not included."""
        self.lanes: Final = 2 * seats if self.has_batteries else self.hands
        self.batteries: Final = range(seats, self.lanes if self.has_batteries else seats)
        """The numbers of the hands that are batteries."""
        self.hand_size: Final = deck.hand_size(variant, seats)
        self.tricks: Final = deck.tricks_of(variant, seats)
        self.nest: Final = deck.nest_size(variant, seats)
        self.odd: Final = deck.odd_cards(variant, seats)
        """Number of cards left over in an uneven deal."""
        self.slots: Final = deal_order(variant, seats)
        """Where the n-th card dealt goes: 0 is the hand left of the dealer, or NEST_SLOT, or PILE_SLOT."""
        self.called_cards: Final = deck.called_cards(variant, seats)
        """Number of cards the declarer calls, where partners are called."""
        self.alone_bonus: Final = deck.alone_bonus(variant, seats)
        """Points on top for a bid made without a called partner."""
        self.after: Final = followers(phases_of(variant, seats))
        """For every phase the one after it in a deal."""
        self.opening: Final = deck.opening_of(variant)
        """The lowest bid."""
        self.caps: Final = deck.caps_of(variant, seats)
        """The highest bid by trump; None is "no color"."""
        self.cap: Final = max(self.caps[color] for color in self.colors)
        self.bids_color: Final = variant.trump == "with_bid"
        """Whether a bid names the trump with its points."""
        self.units: Final = _units(variant, seats)
        """The hands of each line of the score: those that keep one score together."""
        self.ranked: Final = tuple(unit for unit, members in enumerate(self.units) if members[0] < seats)
        """Indexes of the units that may win: a dummy may not (R-38)."""
        self.camps: Final = _camps(variant, self.ranked)
        """Groups of units that win together, such as steady partners who each keep a record."""
        self.goal: Final = Goal(
            target=variant.target,
            deals=variant.deals,
            shares=variant.tie == "shared" if variant.deals is None else not variant.extra_deal,
            most_deals=variant.max_deals,
            best_of=variant.games,
        )
        """When a match ends, apart from what only bidding games have (moon, losing total, lead)."""
        self.seat_change: Final = SeatChange(
            variant.seat_change, variant.seat_change_every, variant.swap_first
        )
        self.is_plain: Final = (
            self.lanes == seats
            and variant.dummy == "none"
            and variant.extra == "none"
            and variant.teams != "called"
            and variant.target_checked == "deal_end"
        )
        """Whether a card played has no effect beyond its trick."""
        self.discards_freely: Final = (
            variant.bury_counters in (True, "shown")
            and variant.bury_rook
            and variant.bury_trumps != "no"
            and variant.exchange is None
        )
        """Whether any cards may be discarded to the nest."""
        self.has_extra_calls: Final = (
            variant.passing != "out" or variant.misdeal_claim != "no" or variant.shoot
        )
        self._rankings: Final[dict[Order, Ranking]] = {}

    def __repr__(self) -> str:
        return f"<setup of {self.variant.key} for {self.seats}>"

    @property
    def colors(self) -> tuple[Color | None, ...]:
        """The trumps that may be named, "no color" (None) last."""
        return deck.colors_of(self.variant)

    def ranking(self, order: Order) -> Ranking:
        """The ranking tables for a trump and a bird's rank, cached."""
        known = self._rankings.get(order)
        if known is None:
            known = self._rankings[order] = make_ranking(self.variant, self.seats, order)
        return known

    @cached_property
    def unranked(self) -> Ranking:
        """The ranking tables before trump is named."""
        return self.ranking(Order(None, named=False))

    @cached_property
    def counters(self) -> CardSet:
        """The cards that count points under some trump."""
        return CardSet.of(one for one in self.deck if deck.counts(self.variant, one))

    @cached_property
    def spoils_misdeal(self) -> CardSet:
        """The cards with which a hand is no misdeal."""
        return CardSet.of(one for one in self.deck if not deck.fits_misdeal(self.variant, one))

    def counters_under(self, trump: Ranking) -> CardSet:
        """The cards that count points under a trump; before it is named, those that may."""
        if not (self.variant.trump_counters and trump.named):
            return self.counters
        return CardSet.of(one for one in self.counters if trump.value[one])

    def worth_under(self, trump: Ranking) -> tuple[int, ...]:
        """Points by card under a trump; before it is named, the most each may count."""
        return trump.value if trump.named else self._highest_worth

    @cached_property
    def _highest_worth(self) -> tuple[int, ...]:
        by_trump = (self.ranking(Order(color)).value for color in Color)
        return tuple(map(max, *by_trump))

    @cached_property
    def birds(self) -> CardSet:
        """The bird, or both birds of two decks, and any second bird; empty without one."""
        return CardSet.of(one for one in self.deck if one.is_bird or deck.is_second_bird(self.variant, one))

    @cached_property
    def reading(self) -> tuple[tuple[Card, int], ...]:
        """All cards in the order of a sorted hand (by color, high to low, bird in front), with their bits."""
        held = sorted(self.deck, key=partial(reading_order, self.variant))
        return tuple((one, 1 << one) for one in held)

    def ordered(self, cards: int) -> tuple[Card, ...]:
        """The cards of a mask, in the order of a sorted hand."""
        return tuple([one for one, bit in self.reading if cards & bit]) if cards else ()


def deal_order(variant: Variant, seats: int) -> tuple[int, ...]:
    """The slot of each card dealt, one card at a time from the dealer's left (1988, Dealing).

    A dummy without a player sits right of the dealer (1988, Regular for Two), so it is dealt to before the
    dealer. Batteries follow the hands, five cards face down, then five on them.
    """
    nest, cards = deck.nest_size(variant, seats), len(deck.cards_of(variant, seats))
    round_ = tuple(range(deck.dealt_hands(variant, seats)))
    if variant.nest_dealt == "interleaved":
        # The nest gets a card after each round until it is full or the rounds are over.
        rounds = min(nest, deck.hand_size(variant, seats))
        start = (*round_, NEST_SLOT) * rounds
        between = len(round_) * (deck.hand_size(variant, seats) - rounds)
        rest = tuple(place % len(round_) for place in range(between))
        return start + rest + (NEST_SLOT,) * (nest - rounds) + _odd(variant, seats)
    hands = round_ * deck.hand_size(variant, seats) + _odd(variant, seats)
    if variant.extra == "batteries":
        hands += tuple(seats + place % seats for place in range(seats * deck.BATTERY))
    return hands + (NEST_SLOT,) * nest + (PILE_SLOT,) * (cards - len(hands) - nest)


def _odd(variant: Variant, seats: int) -> tuple[int, ...]:
    return tuple(range(deck.odd_cards(variant, seats)))


def _units(variant: Variant, seats: int) -> tuple[tuple[Seat, ...], ...]:
    if variant.teams == "partners" and variant.credit == "side":
        return tuple(tuple(range(side, seats, 2)) for side in range(2))
    people = tuple((seat,) for seat in range(seats))
    return (*people, (seats,)) if variant.score_dummy and variant.dummy in deck.OWN_HAND_DUMMIES else people


def _camps(variant: Variant, ranked: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    if variant.credit == "each" and deck.partners_win_together(variant):
        return ranked[0::2], ranked[1::2]
    return tuple((unit,) for unit in ranked)
