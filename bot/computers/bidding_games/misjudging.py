"""Mistakes of a weaker player: cards misread in an auction, and slips about what a card gains.

They follow from the cards in the hand: asked again, a player makes the same mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from random import Random

from bot.computers.bidding_games.prospects import Known
from bot.computers.bidding_games.trumps import best_color
from bot.computers.memory import Memory
from rules.core.cards import Card, CardSet


class Misreading(Enum):
    """How a hand is misread by one card: a color too long or short, or one king too many or too few."""

    TOO_LONG = auto()
    """A color has one card more: a low card of another color is taken for a low one of the best."""
    TOO_SHORT = auto()
    """The best color has one card less."""
    TOO_HIGH = auto()
    """A king too many: the lowest card of a color is taken for the highest that is missing."""
    TOO_LOW = auto()
    """A king too few."""


def misread(memory: Memory, known: Known) -> Known:
    """The hand as its player counts it in an auction: ``level.misreads`` cards are taken for others.

    Counters are never misread, so a bid is off by the worth of a card or two at most.
    """
    random = Random(memory.own << 4 | memory.person)
    for _ in range(memory.level.misreads):
        hand = _misread(memory, known.hand, random.choice(list(Misreading)), random)
        shown = tuple(hand if seat == known.seat else cards for seat, cards in enumerate(known.shown))
        known = known._replace(hand=hand, shown=shown)
    return known


def _misread(memory: Memory, hand: int, misreading: Misreading, random: Random) -> int:
    """A hand after one misreading; the same if no card fits it."""
    ranking = memory.setup.ranking(best_color(memory))
    suit, follow, value = ranking.suit, ranking.follow, ranking.value
    worthless = sum(1 << card for card in memory.setup.deck if value[card] <= 0)
    held, missing = hand & worthless, memory.hands.unseen & ~hand & worthless
    color = follow[random.choice(sorted({suit[card] for card in CardSet(hand)}))]

    def strength(card: Card) -> tuple[int, Card]:
        return ranking.power[suit[card]][card] % 100, card

    match misreading:
        case Misreading.TOO_LONG:
            swap = CardSet(held & ~ranking.trumps), CardSet(missing & ranking.trumps), min, min
        case Misreading.TOO_SHORT:
            swap = CardSet(held & ranking.trumps), CardSet(missing & ~ranking.trumps), min, min
        case Misreading.TOO_HIGH:
            swap = CardSet(held & color), CardSet(missing & color), min, max
        case Misreading.TOO_LOW:
            swap = CardSet(held & color), CardSet(missing & color), max, min
    own, others, which, taken_for = swap
    if not own or not others:
        return hand
    one, other = which(own, key=strength), taken_for(others, key=strength)
    better = strength(other) > strength(one)
    if (misreading is Misreading.TOO_HIGH and not better) or (misreading is Misreading.TOO_LOW and better):
        return hand
    return hand & ~(1 << one) | 1 << other


def at_a_glance(memory: Memory, gains: Mapping[Card, float]) -> dict[Card, float]:
    """``gains`` by card with random errors of the player's level, the same for the same hand and trick."""
    slips = memory.level.slips
    if not slips:
        return dict(gains)
    random = Random(memory.hand << 12 | len(memory.heard.tricks) << 4 | memory.seat)
    return {card: gain + random.gauss(0, slips) for card, gain in gains.items()}
