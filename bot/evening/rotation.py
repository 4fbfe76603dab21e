"""Rotating partners (1988, Additional Comments 3): four players, twelve deals, individual scores."""

from __future__ import annotations

from typing import Final

DEALS_EACH: Final = 4
"""Deals with each partner: one for each dealer."""

Quartet = tuple[int, int, int, int]
"""Four players by seat, clockwise: the first and the third are partners."""


def rotating(players: Quartet) -> tuple[Quartet, ...]:
    """The seating of each of the twelve deals: partners change after every four."""
    first, second, third, fourth = players
    rounds: tuple[Quartet, ...] = (
        players,
        (first, fourth, second, third),
        (first, third, fourth, second),
    )
    return tuple(sitting for sitting in rounds for _ in range(DEALS_EACH))
