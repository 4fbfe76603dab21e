"""The worth of a first play, and the score of a deal (1988, Club 7 and 13 to 15)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from rules.core.cards import CardSet
from rules.core.scores import ScoreItem
from rules.games.club.melds import Meld, birdies, worth
from rules.games.frame import Scored

OUT: Final = 200
BIRDIES: Final = 2
"""Birdies a side needs to go out and to score its Rooks."""
ROOKS: Final = (0, 200, 500, 1000)


class Scores(StrEnum):
    """Kinds of score items: going out, Birdies, Rooks, cards melded, and cards left in hands."""

    OUT = "out"
    BIRDIES = "birdies"
    ROOKS = "rooks"
    MELDED = "laid_down"
    IN_HAND = "in_hand"


def opening(total: int, over_3000: int) -> int:
    """Points a side's first play must be worth: 50 below 2,000, 100 up to 3,000, then ``over_3000``."""
    if total < 2000:
        return 50
    return 100 if total <= 3000 else over_3000


def side_score(melds: tuple[Meld, ...], rooks: int, left: Sequence[CardSet], *, is_out: bool) -> Scored:
    """Items other than 0: going out, Birdies, with two of them Rooks, melds, minus ``left`` in hands."""
    laid, held = sum(len(meld.cards) for meld in melds), sum(map(len, left))
    parts = (
        ScoreItem(Scores.OUT, 1, OUT if is_out else 0),
        ScoreItem(Scores.BIRDIES, birdies(melds), sum(meld.birdie for meld in melds)),
        ScoreItem(Scores.ROOKS, rooks, ROOKS[rooks] if birdies(melds) >= BIRDIES else 0),
        ScoreItem(Scores.MELDED, laid, sum(worth(meld.cards) for meld in melds)),
        ScoreItem(Scores.IN_HAND, held, -sum(worth(hand) for hand in left)),
    )
    return tuple(part for part in parts if part.points)
