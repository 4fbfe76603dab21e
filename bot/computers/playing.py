"""Playing a card: to lead or to follow."""

from __future__ import annotations

from bot.computers.following import follow
from bot.computers.leading import lead
from bot.computers.memory import Memory
from bot.computers.stakes import stakes_of
from rules.cards import Card
from rules.decisions import ChooseCard


def choose_card(memory: Memory, decision: ChooseCard) -> Card:
    """The card to play."""
    cards = list(decision.cards)
    if len(cards) == 1:
        return cards[0]
    choose = follow if memory.trick else lead
    return choose(memory, stakes_of(memory), cards)
