"""Probabilities that a card looks like a mistake to the partner: it must then be clearly better.

Sampled deals are solved with open hands, where a counter given to a partner seems safe and the order of
winners seems to make no difference. Avoiding such cards costs next to nothing (docs/computers-tried.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bot.computers.bidding_games.certain import beats_trick, holds, is_lower
from bot.computers.bidding_games.gains import chance_to_take, draws, is_returned
from bot.computers.bidding_games.likely import likely
from bot.computers.bidding_games.odds import beaters
from bot.computers.memory import Memory
from rules.core.cards import Card

SLIM: Final = 0.35
"""A card that holds with less than this chance relies on the partner to take the trick."""
DEALS: Final = 30
"""Sampled deals in which the opponents' trumps are counted."""
RETURNED: Final = 0.5
"""A declarer's trump lead is returned without doubt if the opponents have trumps in this share of deals."""
SURE: Final = 0.9
"""If the opponents have trumps in this share of deals, a side winner is certainly cashed too early."""


def puzzles(memory: Memory, cards: Sequence[Card]) -> dict[Card, float]:
    """Probability by card that it looks like a mistake to the partner; other cards are left out.

    In a trick: a counter given in the hope that the partner takes it, if another card could be played. As a
    lead: a trump if the opponents have none, or a winning side counter from the hand that draws trumps if
    they have some.
    """
    return _given_in_hope(memory, cards) if memory.trick else _led_out_of_order(memory, cards)


def _given_in_hope(memory: Memory, cards: Sequence[Card]) -> dict[Card, float]:
    """Counters on an opponent's trump lead, or that beat the trick but hardly hold."""
    if not memory.is_opponent(memory.winner) or not memory.mates_to_come:
        return {}
    value = memory.value
    hoping = [card for card in cards if value[card] > 0 and _hopes(memory, card)]
    has_spare = any(value[card] <= 0 for card in cards)
    return {
        card: 1.0 - chance_to_take(memory, card)
        for card in hoping
        if has_spare or any(is_lower(memory, one, card) and value[one] <= value[card] for one in cards)
    }


def _hopes(memory: Memory, card: Card) -> bool:
    """Whether a card relies on the partner: it hardly holds, or is thrown on a trump lead."""
    if beats_trick(memory, card):
        return not holds(memory, card, SLIM)
    return memory.ranking.follow[memory.led] == memory.trumps


def _led_out_of_order(memory: Memory, cards: Sequence[Card]) -> dict[Card, float]:
    trumps = [card for card in cards if memory.is_trump(card)]
    if len(trumps) in (0, len(cards)) or memory.ranking.trump is None:
        return {}
    share = _share_with_trumps(memory)
    winners = [card for card in cards if _is_winning_counter(memory, card)] if draws(memory) else []
    asked_for = [card for card in trumps if share >= RETURNED and is_returned(memory, card)]
    early = 1.0 if share >= SURE else share
    return dict.fromkeys(winners, early) | dict.fromkeys(set(trumps) - set(asked_for), 1.0 - share)


def _share_with_trumps(memory: Memory) -> float:
    """Share of sampled deals with trumps at the opponents; for weaker levels 1 if any may be, else 0."""
    if not memory.opponents_trumps or not memory.level.nodes:
        return float(bool(memory.opponents_trumps))
    deals = likely(memory, Random(memory.hand), DEALS)
    some = [
        times
        for world, times in deals
        if any(world.hands[opponent] & memory.trumps for opponent in memory.opponents)
    ]
    return sum(some) / sum(times for _, times in deals)


def _is_winning_counter(memory: Memory, card: Card) -> bool:
    """Whether a side card is a counter that no card of its color at an opponent can beat."""
    suit = memory.ranking.suit[card]
    higher = beaters(memory, suit, card) & memory.ranking.follow[suit] & memory.against
    return memory.value[card] > 0 and not memory.is_trump(card) and not higher
