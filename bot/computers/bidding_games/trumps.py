"""The trumps that may be named, how much a hand has of each, and the cards worth calling for a partner."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from bot.computers.memory import Memory
from rules.bidding.nest import trumps
from rules.bidding.ranking import Order, Ranking
from rules.bidding.setup import Setup
from rules.core.actions import Bird
from rules.core.cards import Card, CardSet

LENGTH: Final = 16
"""What one more trump is worth: two cards next to each other are two apart in height."""
LOOKED_AT: Final = 2
"""Colors a hand is played out with: its best ones."""


@lru_cache(maxsize=256)
def trumps_of(setup: Setup, bird: Bird | None) -> tuple[Order, ...]:
    """Every trump of a game."""
    variant = setup.variant
    if variant.trump == "with_bid":
        return tuple(Order(color, bird) for color in setup.colors)
    return tuple(Order(name.color, bird, name.lowest_wins) for name in trumps(setup))


def worth_a_look(setup: Setup, hand: int, trumps: Iterable[Order]) -> list[Order]:
    """Trumps to compare for a hand: the best colors of each kind and "no color"; all if bids name trump."""
    every = list(trumps)
    if setup.variant.trump == "with_bid":
        return every
    plain = [trump for trump in every if trump.trump is None]
    for lowest_wins in (False, True):
        colors = [t for t in every if t.trump is not None and t.lowest_wins is lowest_wins]
        colors.sort(key=lambda trump: -strength(setup.ranking(trump), hand))
        plain += colors[:LOOKED_AT]
    return plain


def trumps_to_compare(memory: Memory) -> list[Order]:
    """The trumps to compare for the hand that is asked."""
    return worth_a_look(memory.setup, memory.hand, trumps_of(memory.setup, memory.heard.card_order.bird))


def strength(ranking: Ranking, hand: int) -> int:
    """How strong a hand's trumps are: the sum over them of a fixed number and the height."""
    power = ranking.power[ranking.suit[next(iter(CardSet(ranking.trumps)))]]
    return sum(LENGTH + power[card] % 100 for card in CardSet(hand & ranking.trumps))


def best_color(memory: Memory) -> Order:
    """The trump color in which the hand is strongest."""
    setup = memory.setup
    trumps = trumps_of(setup, memory.heard.card_order.bird)
    colors = [trump for trump in trumps if trump.trump is not None and not trump.lowest_wins]
    return max(colors, key=lambda trump: strength(setup.ranking(trump), memory.hand))


def card_to_call(setup: Setup, ranking: Ranking, own: int) -> Card:
    """The highest trump not in ``own``; if there is none, the highest such card of any color."""
    missing = [card for card in setup.deck if not own >> card & 1]
    trumps = [card for card in missing if ranking.trumps >> card & 1]
    return max(trumps or missing, key=lambda card: ranking.power[ranking.suit[card]][card])


def cards_to_call(ranking: Ranking, own: int, callable_: int) -> list[Card]:
    """The highest card of each suit that is not in ``own``, or if all are, of any; trumps first."""
    missing = CardSet(callable_ & ~own) or CardSet(callable_)
    best: dict[int, Card] = {}
    for card in missing:
        suit = ranking.suit[card]
        known = best.get(suit)
        if known is None or ranking.power[suit][card] > ranking.power[suit][known]:
            best[suit] = card
    return sorted(best.values(), key=lambda card: (not ranking.trumps >> card & 1, card))
