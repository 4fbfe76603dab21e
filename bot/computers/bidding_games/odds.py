"""Probabilities that other hands hold a card or beat a trick, given what the player knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.computers.memory import Hands, Memory
from rules.core.cards import Card

AT_ONCE: Final = 0.3
"""How often a card that may be played at any time is played on a given trick."""


def beaters(memory: Memory, led: int, card: Card) -> int:
    """Mask of the cards that beat ``card`` in a trick of suit ``led``."""
    power = memory.ranking.power[led]
    own = power[card]
    mask = 0
    for other in memory.setup.deck:
        if power[other] > own:
            mask |= 1 << other
    return mask


def density(hands: Hands, hand: int) -> float:
    """Probability that a hand holds a given card among those it may, but need not, hold."""
    certain = hands.holds[hand].bit_count()
    possible = hands.could[hand].bit_count() - certain
    return min(1.0, max(0, hands.counts[hand] - certain) / possible) if possible > 0 else 0.0


def lacks(hands: Hands, hand: int, cards: int) -> float:
    """Probability that a hand holds none of ``cards``."""
    if hands.holds[hand] & cards:
        return 0.0
    possible = (hands.could[hand] & cards).bit_count()
    return float((1.0 - density(hands, hand)) ** possible) if possible else 1.0


def beats(memory: Memory, hand: int, led: int, better: int) -> float:
    """Probability that a hand beats a trick of suit ``led`` with one of the cards ``better``."""
    if not memory.heard.must_follow(hand):
        return _beats_freely(memory, hand, better)
    following = memory.ranking.follow[led]
    higher = 1.0 - lacks(memory.hands, hand, better & following)
    ruffing = better & ~following
    if not ruffing & memory.hands.could[hand]:
        return higher
    ruffed = lacks(memory.hands, hand, following) * (1.0 - lacks(memory.hands, hand, ruffing))
    at_once = AT_ONCE * (1.0 - lacks(memory.hands, hand, ruffing & memory.ranking.free))
    return min(1.0, higher + max(ruffed, at_once))


def holds_up(memory: Memory, hands: Iterable[int], led: int, better: int) -> float:
    """Probability that none of ``hands`` beats the trick."""
    chance = 1.0
    for hand in hands:
        chance *= 1.0 - beats(memory, hand, led, better)
    return chance


def _beats_freely(memory: Memory, hand: int, better: int) -> float:
    """Probability for a hand that need not follow: open, it chooses; face down, it turns up any card."""
    if hand in memory.hands.known:
        return 1.0 if memory.hands.known[hand] & better else 0.0
    possible = memory.hands.could[hand].bit_count()
    return (memory.hands.could[hand] & better).bit_count() / possible if possible else 0.0
