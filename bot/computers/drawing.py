"""Drawing between tricks: the card that shows, or the unseen one."""

from __future__ import annotations

from typing import Final

from bot.computers.memory import Memory
from bot.computers.stakes import stakes_of, worth_later
from rules.core.actions import TAKES, Action
from rules.core.cards import Card, CardSet

COUNTER: Final = 0.5
"""Share of its points that a counter is worth to whoever may choose the trick it goes to."""


def draw(memory: Memory) -> Action:
    """The card that shows if it is better than most: the other player gets what is left."""
    unseen = [_worth(memory, card) for card in CardSet(memory.unseen)]
    up = [_worth(memory, card) for card in CardSet(memory.heard.up)]
    return TAKES[0] if sum(up) * len(unseen) >= sum(unseen) else TAKES[1]


def _worth(memory: Memory, card: Card) -> float:
    return worth_later(memory, stakes_of(memory), card) + COUNTER * memory.value[card]
