"""Rules that rule out cards that are certain mistakes. They overrule sampled deals."""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.odds import beaters, holds_up
from bot.computers.memory import Memory
from rules.core.cards import BIRD, Card

CERTAIN: Final = 1.0
LIKELY: Final = 0.8
"""Chance to take a trick from which on a card without points may be spared for a counter."""
CHEAP: Final = 5
"""Points on the table for which the bird is not spent."""


def without_mistakes(memory: Memory, cards: list[Card]) -> list[Card]:
    """``cards`` without certain mistakes when following, one rule after the other; none removes all cards.

    Mistakes: a counter on a lost trick, if a worthless card or one likely to take the trick can be played,
    or a lower one of its color that counts less; leaving points to an opponent that a card of the color led
    takes for certain; trumping a partner's sure trick; the bird on five points or less.
    """
    for rule in (
        _taking_what_is_sure,
        _keeping_the_bird,
        _not_trumping_a_mate,
        _throwing_what_is_worthless,
        _giving_the_least,
    ):
        cards = rule(memory, cards) or cards
    return cards


def _throwing_what_is_worthless(memory: Memory, cards: list[Card]) -> list[Card]:
    """Without counters on a lost trick, if a side card is worthless or likely to take the trick."""
    free = [card for card in cards if not memory.is_trump(card)]
    if not any(memory.value[card] <= 0 or wins(memory, card, LIKELY) for card in free):
        return cards
    lost = losing(memory, cards)
    return [card for card in cards if memory.value[card] <= 0 or card not in lost]


def _giving_the_least(memory: Memory, cards: list[Card]) -> list[Card]:
    """Without cards on a lost trick that have a lower one of the color that counts less."""
    lost, value = losing(memory, cards), memory.value
    dear = {
        card for card in lost if any(is_lower(memory, one, card) and value[one] < value[card] for one in lost)
    }
    return [card for card in cards if card not in dear]


def is_lower(memory: Memory, one: Card, other: Card) -> bool:
    """Whether ``one`` is lower than ``other``, and of its color."""
    suit, power = memory.ranking.suit, memory.ranking.power
    return suit[one] == suit[other] and power[suit[one]][one] < power[suit[one]][other]


def _taking_what_is_sure(memory: Memory, cards: list[Card]) -> list[Card]:
    """Without losing cards, if a side card certainly takes a trick with points."""
    of_color = [card for card in cards if not memory.is_trump(card)]
    sure = any(memory.at_stake + memory.value[card] > 0 and wins(memory, card) for card in of_color)
    lost = losing(memory, cards) if sure else []
    return [card for card in cards if card not in lost]


def _keeping_the_bird(memory: Memory, cards: list[Card]) -> list[Card]:
    """Without a bird that counts or is the top card, until the trick has points or no later trick is left."""
    if BIRD not in cards or memory.at_stake > CHEAP or memory.tricks_left == 1:
        return cards
    is_dear = memory.value[BIRD] > CHEAP or _is_master(memory, BIRD)
    return [card for card in cards if card != BIRD] if is_dear else cards


def _not_trumping_a_mate(memory: Memory, cards: list[Card]) -> list[Card]:
    """Without trumps, if a partner's card certainly takes the trick."""
    if memory.is_opponent(memory.winner) or not holds(memory, memory.best):
        return cards
    return [card for card in cards if not memory.is_trump(card)]


def beats_trick(memory: Memory, card: Card) -> bool:
    """Whether a card beats all cards played to the trick so far."""
    power = memory.ranking.power[memory.led]
    return power[card] > power[memory.best]


def wins(memory: Memory, card: Card, chance: float = CERTAIN) -> bool:
    """Whether a card takes the trick with probability ``chance`` or more."""
    return beats_trick(memory, card) and holds(memory, card, chance)


def holds(memory: Memory, card: Card, chance: float = CERTAIN) -> bool:
    """Whether a card that beats the trick holds against opponents to come, at ``chance`` or better."""
    return holds_up(memory, memory.opponents_to_come, memory.led, beaters(memory, memory.led, card)) >= chance


def losing(memory: Memory, cards: list[Card]) -> list[Card]:
    """The cards after which an opponent certainly takes the trick; empty if a partner may take it."""
    mates, better = memory.mates_to_come, beaters(memory, memory.led, memory.best)
    if not memory.is_opponent(memory.winner) or holds_up(memory, mates, memory.led, better) < CERTAIN:
        return []
    return [card for card in cards if not beats_trick(memory, card)]


def _is_master(memory: Memory, card: Card) -> bool:
    """Whether no card that an opponent may hold beats a trump."""
    return not beaters(memory, memory.ranking.suit[card], card) & memory.against
