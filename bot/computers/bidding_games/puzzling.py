"""Cards that puzzle a partner: how likely each will, so that one is played only if it is clearly better.

Sampled deals are solved with open hands. So a counter seems safe with a partner who knows when to take it,
and the order in which winners are led seems to make no difference. At a table both look like mistakes, and
with all cards known it costs next to nothing to avoid them (docs/computers-tried.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bot.computers.bidding_games.certain import beats_trick, holds
from bot.computers.bidding_games.following import chance_to_take
from bot.computers.bidding_games.leading import draws, is_returned
from bot.computers.bidding_games.likely import likely
from bot.computers.bidding_games.odds import beaters
from bot.computers.memory import Memory
from rules.core.cards import Card

SLIM: Final = 0.35
"""A card that holds with less than this chance is played in hope of a mate."""
DEALS: Final = 30
"""Likely deals in which the foes' trumps are counted."""
RETURNED: Final = 0.5
"""A trump that a declarer has asked for is led if the foes have some in this share of likely deals."""
SURE: Final = 0.9
"""The foes have trumps if they have some in this share of likely deals: a hand that draws them goes on."""


def puzzles(memory: Memory, cards: Sequence[Card]) -> dict[Card, float]:
    """How likely each of the cards puzzles a partner, for those that may.

    To a trick: a counter given in hope of a mate, while there is a card to spare. As a lead: a trump once
    the foes have none, and a winning counter of another color from a hand that draws trumps, until then.
    """
    return _given_in_hope(memory, cards) if memory.trick else _led_out_of_order(memory, cards)


def _given_in_hope(memory: Memory, cards: Sequence[Card]) -> dict[Card, float]:
    """Counters on a foe's trump, or on top of a lower card where they hardly hold."""
    if not memory.is_foe(memory.winner) or all(memory.is_foe(hand) for hand in memory.to_come):
        return {}
    hoping = [card for card in cards if memory.value[card] > 0 and _hopes(memory, card)]
    has_spare = any(memory.value[card] <= 0 for card in cards)
    return {
        card: 1.0 - chance_to_take(memory, card)
        for card in hoping
        if has_spare or any(_is_less(memory, one, card) for one in cards)
    }


def _hopes(memory: Memory, card: Card) -> bool:
    """Whether a card needs a mate to take a trick that it beats, or to which a trump was led."""
    if beats_trick(memory, card):
        return not holds(memory, card, SLIM)
    return memory.ranking.follow[memory.led] == memory.trumps


def _is_less(memory: Memory, one: Card, other: Card) -> bool:
    """Whether a card is lower than another of its color, and counts no more."""
    suit, power = memory.ranking.suit, memory.ranking.power
    is_lower = suit[one] == suit[other] and power[suit[one]][one] < power[suit[one]][other]
    return is_lower and memory.value[one] <= memory.value[other]


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
    """The share of likely deals in which the foes have trumps. Weaker levels count on all they may have."""
    if not memory.foes_trumps or not memory.level.nodes:
        return float(bool(memory.foes_trumps))
    deals = likely(memory, Random(memory.hand), DEALS)
    some = [times for world, times in deals if any(world.hands[foe] & memory.trumps for foe in memory.foes)]
    return sum(some) / sum(times for _, times in deals)


def _is_winning_counter(memory: Memory, card: Card) -> bool:
    """Whether a card counts and no card of its color that a foe may have is higher."""
    suit = memory.ranking.suit[card]
    higher = beaters(memory, suit, card) & memory.ranking.follow[suit] & memory.against
    return memory.value[card] > 0 and not memory.is_trump(card) and not higher
