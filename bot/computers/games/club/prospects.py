"""Expected points of a meld: its cards, and the chance that it grows into a Birdie."""

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
"""The chance to get a certain card, by the number of its copies not seen yet."""
MORE_CARDS: Final = 1.3
"""A sequence may grow at both ends: more than one way leads to a Birdie."""
SECOND: Final = 250
"""Worth of the second Birdie on top of its points: it allows going out, and makes Rooks count."""
FULL_STOCK: Final = 60


def value(sight: Sight, meld: Meld) -> float:
    """Points a meld is expected to score at the end of the deal."""
    return _value(meld, sight.unseen, _in_time(sight))


@lru_cache(maxsize=1024)
def _value(meld: Meld, unseen: tuple[int, ...], in_time: float) -> float:
    """``value``, cached: a plan compares the same melds after each put, which took half of its time."""
    points = float(worth(meld.cards))
    if meld.birdie:
        return points + meld.birdie
    if not meld.number:
        return points + SEQUENCE_BIRDIE * _sequence_chance(meld, unseen, in_time)
    return points + _set_prospect(meld, unseen_of(unseen, meld.number), in_time)


def gain(sight: Sight, melds: tuple[Meld, ...], before: Meld | None, after: Meld) -> float:
    """Points gained by changing ``before`` (None for no meld) into ``after``, among the side's ``melds``."""
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
    """The chance that the side gets ``missing`` of the ``unseen`` cards."""
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


def _in_time(sight: Sight) -> float:
    """Factor for the time left to complete melds: 1 with a full stock, 0.3 with an empty one."""
    return 0.3 + 0.7 * min(1.0, sight.stock / FULL_STOCK)
