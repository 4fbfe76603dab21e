"""Drawing between tricks: the card that shows, or the unseen one."""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.stakes import stakes_of, worth_later
from bot.computers.memory import Memory
from rules.core.actions import TAKES, Action
from rules.core.cards import Card, CardSet

COUNTER: Final = 0.5
"""Share of its points that a counter is worth in hand."""


def draw(memory: Memory) -> Action:
    """Take the face-up card if it is worth at least an average unseen one; the opponent gets the other."""
    up, unseen = worth_of_draws(memory)
    return TAKES[0] if up >= unseen else TAKES[1]


def worth_of_draws(memory: Memory) -> tuple[float, float]:
    """Worth in points of the face-up card, and the mean worth of the unseen ones."""
    up = [_worth(memory, card) for card in CardSet(memory.heard.up)]
    unseen = [_worth(memory, card) for card in CardSet(memory.hands.unseen)]
    return sum(up), sum(unseen) / max(1, len(unseen))


def _worth(memory: Memory, card: Card) -> float:
    return worth_later(memory, stakes_of(memory), card) + COUNTER * memory.value[card]
