"""Rotating partners (1988, Additional Comments 3): four players, twelve deals, a score for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

DEALS_EACH: Final = 4
"""How many deals everyone plays with each of the others: one for each dealer."""

Quartet = tuple[int, int, int, int]
"""Four players as they sit, clockwise: the first and the third are partners."""


def rotating(players: Quartet) -> tuple[Quartet, ...]:
    """How they sit, deal by deal: partners change after every four of the twelve."""
    first, second, third, fourth = players
    rounds: tuple[Quartet, ...] = (
        players,
        (first, fourth, second, third),
        (first, third, fourth, second),
    )
    return tuple(sitting for sitting in rounds for _ in range(DEALS_EACH))


def individual_totals(deals: Iterable[tuple[Quartet, tuple[int, int]]]) -> dict[int, int]:
    """Everyone's own score, from what each deal's first and second pair scored."""
    totals: dict[int, int] = {}
    for sitting, points in deals:
        for seat, player in enumerate(sitting):
            totals[player] = totals.get(player, 0) + points[seat % 2]
    return totals
