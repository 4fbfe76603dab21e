"""Drawing between tricks: the card that shows, or the unseen one."""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.stakes import stakes_of, worth_later
from bot.computers.memory import Memory
from rules.core.actions import TAKES, Action
from rules.core.cards import Card, CardSet

COUNTER: Final = 0.5
"""Share of its points that a counter is worth to whoever may choose the trick it goes to."""


def draw(memory: Memory) -> Action:
    """The card that shows if it is better than most: the other player gets what is left."""
    up, unseen = worth_of_draws(memory)
    return TAKES[0] if up >= unseen else TAKES[1]


def worth_of_draws(memory: Memory) -> tuple[float, float]:
    """What the card that shows is worth, and what one that was not seen is worth on average, in points."""
    up = [_worth(memory, card) for card in CardSet(memory.heard.up)]
    unseen = [_worth(memory, card) for card in CardSet(memory.hands.unseen)]
    return sum(up), sum(unseen) / max(1, len(unseen))


def _worth(memory: Memory, card: Card) -> float:
    return worth_later(memory, stakes_of(memory), card) + COUNTER * memory.value[card]
