"""What a meld may still become: its cards, and the chance that it grows into a Birdie."""

from __future__ import annotations

from typing import Final

from bot.computers.games.club.sight import Sight
from rules.core.cards import RANKS
from rules.games.club.melds import (
    BIRDIE,
    FIRST,
    NATURAL_BIRDIE,
    NATURALS,
    REGULAR_BIRDIE,
    SEQUENCE_BIRDIE,
    WILDS,
    Meld,
    birdies,
    worth,
)
from rules.games.club.scoring import BIRDIES

COPY_CHANCES: Final = (0.0, 0.4, 0.6, 0.7)
"""The chance to get a certain card, by how many copies of it one has not seen."""
MORE_CARDS: Final = 1.3
"""A sequence may grow at both ends: more than one way leads to a Birdie."""
SECOND: Final = 250
"""What the second Birdie is worth besides its points: the way out, and the Rooks."""
FULL_STOCK: Final = 60


def value(sight: Sight, meld: Meld) -> float:
    """What a meld may be expected to score."""
    points = float(worth(meld.cards))
    if meld.birdie:
        return points + meld.birdie
    if not meld.number:
        return points + SEQUENCE_BIRDIE * _sequence_chance(sight, meld)
    return points + _set_prospect(sight, meld)


def gain(sight: Sight, melds: tuple[Meld, ...], before: Meld | None, after: Meld) -> float:
    """What a change of the melds of one's side is worth."""
    more = value(sight, after) - (value(sight, before) if before else 0)
    is_new_birdie = after.birdie and not (before and before.birdie)
    return more + (SECOND if is_new_birdie and birdies(melds) == BIRDIES - 1 else 0)


def _set_prospect(sight: Sight, meld: Meld) -> float:
    naturals = (meld.cards & ~WILDS).bit_count()
    missing = BIRDIE - len(meld.cards)
    unseen = sight.unseen_of(meld.number)
    if missing <= 0:
        return REGULAR_BIRDIE * _chance(sight, unseen, 2 * NATURALS - naturals)
    if meld.is_natural:
        regular = REGULAR_BIRDIE / 2 * _chance(sight, unseen + 1, missing)
        return max(NATURAL_BIRDIE * _chance(sight, unseen, missing), regular)
    if naturals + unseen < 2 * NATURALS:
        return 0.0
    return REGULAR_BIRDIE * _chance(sight, unseen + 1, max(missing, 2 * NATURALS - naturals))


def _chance(sight: Sight, unseen: int, missing: int) -> float:
    """The chance that one's side gets so many of the cards not seen."""
    if missing > unseen:
        return 0.0
    return _in_time(sight) * min(0.9, unseen / (2.0 * missing)) ** missing


def _sequence_chance(sight: Sight, meld: Meld) -> float:
    low, high = meld.ends
    first, last = low - low.rank + FIRST, low - low.rank + RANKS
    best = 0.0
    for start in range(max(first, high - BIRDIE + 1), min(low, last - BIRDIE + 1) + 1):
        chance = 1.0
        for face in (*range(start, low), *range(high + 1, start + BIRDIE)):
            chance *= COPY_CHANCES[sight.unseen[face]]
        best = max(best, chance)
    return min(0.95, best * MORE_CARDS) * _in_time(sight)


def _in_time(sight: Sight) -> float:
    """How much of the deal is left to complete anything."""
    return 0.3 + 0.7 * min(1.0, sight.stock / FULL_STOCK)
