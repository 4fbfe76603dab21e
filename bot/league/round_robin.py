"""A round robin: everyone meets everyone, in rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.models.credits import Entrant


class Pairing(NamedTuple):
    """Two entrants to play each other."""

    home: Entrant
    """Deals first."""
    away: Entrant


def round_robin(entrants: Sequence[Entrant], legs: int = 1) -> tuple[tuple[Pairing, ...], ...]:
    """The rounds of ``legs`` legs, matches to be played at the same time; of an odd number one entrant rests.

    The first deal changes sides from leg to leg.

    Raises ``ValueError`` if an entrant is named twice.
    """
    if len(set(entrants)) < len(entrants):
        raise ValueError("an entrant plays itself")
    places: list[Entrant | None] = [*entrants, None] if len(entrants) % 2 else list(entrants)
    rounds: list[tuple[Pairing, ...]] = []
    for number in range(len(places) - 1):  # the circle method: one entrant stays, the others rotate
        rounds.append(_round(places, number))
        places = [places[0], places[-1], *places[1:-1]]
    return tuple(
        tuple(Pairing(away, home) for home, away in one) if leg % 2 else one
        for leg in range(legs)
        for one in rounds
    )


def _round(places: Sequence[Entrant | None], number: int) -> tuple[Pairing, ...]:
    half = len(places) // 2
    meeting = list(zip(places[:half], reversed(places[half:]), strict=True))
    if number % 2:  # the fixed entrant would have every first deal; the others alternate by rotating
        meeting[0] = meeting[0][::-1]
    return tuple(Pairing(one, other) for one, other in meeting if one is not None and other is not None)
