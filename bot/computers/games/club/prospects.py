"""Expected points of a meld: those of its cards, and the chance that it grows into a Birdie."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.computers.games.club.sight import Sight, unseen_of
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
"""Probability to get a certain card, by the number of its copies not seen."""
MORE_CARDS: Final = 1.3
"""Factor for a sequence, which may grow at both ends: more than one way leads to a Birdie."""
SECOND: Final = 250
"""Points the second Birdie is worth beyond its own: the side may go out, and its Rooks count."""
FULL_STOCK: Final = 60
"""Cards of the stock from which on time is not short."""


def value(sight: Sight, meld: Meld) -> float:
    """Expected points of a meld."""
    in_time = 0.3 + 0.7 * min(1.0, sight.stock / FULL_STOCK)
    return _value(meld, sight.unseen, in_time)


@lru_cache(maxsize=1024)  # a plan compares the same melds after each put: uncached half of its time
def _value(meld: Meld, unseen: tuple[int, ...], in_time: float) -> float:
    """Expected points of a meld, by unseen cards of each face and a factor of 0.3 to 1 for the time left."""
    points = float(worth(meld.cards))
    if meld.birdie:
        return points + meld.birdie
    if not meld.number:
        return points + SEQUENCE_BIRDIE * _sequence_chance(meld, unseen, in_time)
    return points + _set_prospect(meld, unseen_of(unseen, meld.number), in_time)


def gain(sight: Sight, melds: tuple[Meld, ...], before: Meld | None, after: Meld) -> float:
    """Expected points that a side gains by changing a meld of ``melds``; ``before`` is None for a new one."""
    more = value(sight, after) - (value(sight, before) if before else 0)
    is_new_birdie = after.birdie and not (before and before.birdie)
    return more + (SECOND if is_new_birdie and birdies(melds) == BIRDIES - 1 else 0)


def _set_prospect(meld: Meld, unseen: int, in_time: float) -> float:
    naturals = (meld.cards & ~WILDS).bit_count()
    missing = BIRDIE - len(meld.cards)
    if missing <= 0:
        return REGULAR_BIRDIE * _chance(unseen, 2 * NATURALS - naturals, in_time)
    if meld.is_natural:
        regular = REGULAR_BIRDIE / 2 * _chance(unseen + 1, missing, in_time)
        return max(NATURAL_BIRDIE * _chance(unseen, missing, in_time), regular)
    if naturals + unseen < 2 * NATURALS:
        return 0.0
    return REGULAR_BIRDIE * _chance(unseen + 1, max(missing, 2 * NATURALS - naturals), in_time)


def _chance(unseen: int, missing: int, in_time: float) -> float:
    """Probability that the side gets ``missing`` of the ``unseen`` cards."""
    if missing > unseen:
        return 0.0
    return in_time * min(0.9, unseen / (2.0 * missing)) ** missing


def _sequence_chance(meld: Meld, unseen: tuple[int, ...], in_time: float) -> float:
    low, high = meld.ends
    first, last = low - low.rank + FIRST, low - low.rank + RANKS
    best = 0.0
    for start in range(max(first, high - BIRDIE + 1), min(low, last - BIRDIE + 1) + 1):
        chance = 1.0
        for face in (*range(start, low), *range(high + 1, start + BIRDIE)):
            chance *= COPY_CHANCES[unseen[face]]
        best = max(best, chance)
    return min(0.95, best * MORE_CARDS) * in_time
