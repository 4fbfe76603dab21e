"""Where a weaker player is wrong: about what a hand will take, and about what a card gains.

What is wrong follows from the cards one holds: asked again, a player is wrong in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from bot.computers.memory import Memory
from rules.core.cards import Card


def overrated(memory: Memory) -> float:
    """How much too highly the player thinks of the hand through a whole auction, in parts of the spread."""
    level = memory.level
    if not level.misjudges:
        return level.eager
    return level.eager + Random(memory.own << 4 | memory.person).gauss(0, level.misjudges)


def at_a_glance(memory: Memory, gains: Mapping[Card, float]) -> dict[Card, float]:
    """What each card seems to gain at first sight to this player, given what it does gain."""
    slips = memory.level.slips
    if not slips:
        return dict(gains)
    random = Random(memory.hand << 12 | len(memory.heard.tricks) << 4 | memory.seat)
    return {card: gain + random.gauss(0, slips) for card, gain in gains.items()}
