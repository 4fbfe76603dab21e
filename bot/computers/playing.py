"""Playing a card: what looks best at first sight, thought through."""

from __future__ import annotations

from bot.computers.certain import without_follies
from bot.computers.following import follow_gain, without_ruffing_a_mate
from bot.computers.leading import lead_gain
from bot.computers.memory import Memory
from bot.computers.misjudging import at_a_glance
from bot.computers.stakes import height, stakes_of
from bot.computers.thinking import think
from rules.core.cards import Card
from rules.core.decisions import ChooseCard


def choose_card(memory: Memory, decision: ChooseCard) -> Card:
    """The card to play; of equal ones the lowest."""
    if len(decision.cards) == 1:
        return next(iter(decision.cards))
    return think(memory, at_a_glance(memory, promising(memory, decision)))


def promising(memory: Memory, decision: ChooseCard) -> dict[Card, float]:
    """The cards that are no certain folly, the lowest first, with what each gains at first sight."""
    cards, stakes = list(decision.cards), stakes_of(memory)
    if memory.trick:
        cards = without_follies(memory, without_ruffing_a_mate(memory, cards))
    gain = follow_gain if memory.trick else lead_gain
    lowest_first = sorted(cards, key=lambda card: (height(memory, card), card))
    return {card: gain(memory, stakes, card) for card in lowest_first}
