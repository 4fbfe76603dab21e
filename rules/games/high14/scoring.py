"""The scoring of High 14."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from rules.core.cards import Card
from rules.core.scores import ScoreItem


class Scores(StrEnum):
    """Kinds of score items: 5s captured, and 10s captured."""

    FIVES = "fives"
    TENS = "tens"


COUNTERS: Final = {5: Scores.FIVES, 10: Scores.TENS}
"""The numbers that count; a card's points are its number."""


def scored(cards: Sequence[Card]) -> tuple[ScoreItem, ...]:
    """A score item for the 5s and one for the 10s among cards; none for a number without cards."""
    counts = {rank: sum(card.rank == rank for card in cards) for rank in COUNTERS}
    return tuple(
        ScoreItem(COUNTERS[rank], number, rank * number) for rank, number in counts.items() if number
    )
