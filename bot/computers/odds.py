"""How likely it is that other seats hold a card, or beat one, given what a seat knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.computers.memory import Memory
from rules.cards import Card
from rules.decisions import Seat

AT_ONCE: Final = 0.3
"""How often a card that may be played at any time is played on the trick in question."""


def beaters(memory: Memory, led: int, card: Card) -> int:
    """The mask of all cards that beat a card in a trick of the suit led."""
    power = memory.ranking.power[led]
    own = power[card]
    mask = 0
    for other in memory.setup.pack:
        if power[other] > own:
            mask |= 1 << other
    return mask


def density(memory: Memory, seat: Seat) -> float:
    """How likely a seat holds any one of the cards it may hold."""
    possible = memory.could[seat].bit_count()
    return min(1.0, memory.counts[seat] / possible) if possible else 0.0


def lacks(memory: Memory, seat: Seat, cards: int) -> float:
    """How likely a seat holds none of some cards."""
    possible = (memory.could[seat] & cards).bit_count()
    return float((1.0 - density(memory, seat)) ** possible) if possible else 1.0


def beats(memory: Memory, seat: Seat, led: int, better: int) -> float:
    """How likely a seat plays one of the cards that beat the trick (``better``) on the suit led."""
    following = memory.ranking.follow[led]
    higher = 1.0 - lacks(memory, seat, better & following)
    ruffing = better & ~following
    if not ruffing & memory.could[seat]:
        return higher
    ruffed = lacks(memory, seat, following) * (1.0 - lacks(memory, seat, ruffing))
    at_once = AT_ONCE * (1.0 - lacks(memory, seat, ruffing & memory.ranking.free))
    return min(1.0, higher + max(ruffed, at_once))


def holds_up(memory: Memory, seats: Iterable[Seat], led: int, better: int) -> float:
    """How likely none of the seats beats the trick."""
    chance = 1.0
    for seat in seats:
        chance *= 1.0 - beats(memory, seat, led, better)
    return chance
