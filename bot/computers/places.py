"""The deck of a bidding game renumbered for one trump, and the hands that play, as searches need them.

Within a suit a higher bit is a higher card and trumps stand on top: the best and the worst card of a set are
then its highest and its lowest bit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.bidding.ranking import COLORLESS, Order
from rules.bidding.setup import Setup
from rules.bidding.state import Teams
from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat


class Places(NamedTuple):
    """The deck renumbered for one trump."""

    place: tuple[int, ...]
    """Place by card."""
    suit: tuple[int, ...]
    """Mask of its suit, by place."""
    follow: tuple[int, ...]
    """Mask of the places that follow it when it is led, by place."""
    free: int
    """Mask of the cards that may be played at any time."""
    beaten_by: tuple[int, ...]
    """Mask of the places that beat it, by place."""
    suits: tuple[int, ...]
    """Masks of the suits, trumps last."""
    trumps: int
    value: tuple[int, ...]
    """Points by place."""
    counters: tuple[int, ...]
    """Masks of the counters by value, the highest first."""
    plain: int
    """Mask of the cards without points."""
    kind: tuple[object, ...]
    """By place: two neighbors of a suit are of one kind where only their rank sets them apart."""

    def renumber(self, hand: int) -> int:
        """A mask of cards, renumbered."""
        mask = 0
        for card in CardSet(hand):
            mask |= 1 << self.place[card]
        return mask

    def points(self, cards: int) -> int:
        """The points of renumbered cards."""
        return sum(self.value[place] for place in CardSet(cards)) if cards else 0


class Lanes(NamedTuple):
    """The hands that play to the tricks; tuples are indexed by hand."""

    sides: tuple[int, ...]
    rounds: tuple[tuple[int, ...], ...]
    """The playing order, by leading hand."""
    declaring: int
    """The declaring side."""
    leader: int
    unbound: frozenset[int] = frozenset()
    """The hands that need not follow."""


@lru_cache(maxsize=256)
def places_of(setup: Setup, trump: Order) -> Places:
    """The deck renumbered for a trump."""
    deck, ranking = setup.deck, setup.ranking(trump)
    power, suit_of, values = ranking.power, ranking.suit, ranking.value
    trump_suit = COLORLESS if ranking.trump is None else int(ranking.trump)
    own = [card for card in deck if suit_of[card] == trump_suit]
    colors = sorted({suit_of[card] for card in deck if card not in own})
    suits = [[card for card in deck if suit_of[card] == color and card not in own] for color in colors]
    suits.append(own)
    for suit in suits:
        suit.sort(key=lambda card: power[suit_of[card]][card])
    cards = [card for suit in suits for card in suit]
    at = {card: place for place, card in enumerate(cards)}

    def placed(mask: int) -> int:
        return sum(1 << at[card] for card in CardSet(mask))

    def strength(card: Card) -> int:
        return power[suit_of[card]][card]

    masks = [sum(1 << at[card] for card in suit) for suit in suits]
    mask_of = [mask for mask, suit in zip(masks, suits, strict=True) for _ in suit]
    prices = {values[card] for card in cards}
    priced = {price: sum(1 << at[card] for card in cards if values[card] == price) for price in prices}
    return Places(
        place=tuple(at.get(card, -1) for card in map(Card, range(max(deck) + 1))),
        suit=tuple(mask_of),
        follow=tuple(placed(ranking.follow[suit_of[card]]) for card in cards),
        free=placed(ranking.free),
        beaten_by=tuple(
            sum(1 << at[other] for other in cards if power[suit_of[card]][other] > strength(card))
            for card in cards
        ),
        suits=tuple(masks),
        trumps=masks[-1],
        value=tuple(values[card] for card in cards),
        counters=tuple(priced[price] for price in sorted(prices - {0}, reverse=True)),
        plain=priced.get(0, 0),
        kind=tuple(
            # The bird may have rules of its own; of two equal cards the one played first is the better.
            (values[card], card.is_bird, strength(card) if setup.variant.packs > 1 else 0)
            for card in cards
        ),
    )


def lanes_of(setup: Setup, teams: Teams, declarer: Seat, leader: int) -> Lanes:
    """The hands that play, given the sides of a deal."""
    variant = setup.variant
    unbound = range(setup.seats, setup.lanes) if variant.battery_free or variant.dummy == "blind" else ()
    declaring = teams.side_of[declarer]
    return Lanes(teams.side_of, teams.rounds, declaring, leader, frozenset(unbound))
