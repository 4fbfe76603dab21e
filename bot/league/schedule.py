"""The schedule of a season: a round robin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.models.credits import Entry


class Fixture(NamedTuple):
    """Two entries to play each other; ``first`` deals first."""

    first: Entry
    second: Entry


def round_robin(entries: Sequence[Entry], legs: int = 1) -> tuple[tuple[Fixture, ...], ...]:
    """The rounds of ``legs`` legs, matches to be played at the same time; of an odd number one entry rests.

    The first deal changes sides from leg to leg.

    Raises ``ValueError`` if an entry is named twice.
    """
    if len(set(entries)) < len(entries):
        raise ValueError("an entry plays itself")
    places: list[Entry | None] = [*entries, None] if len(entries) % 2 else list(entries)
    rounds: list[tuple[Fixture, ...]] = []
    for number in range(len(places) - 1):  # the circle method: one entry stays, the others rotate
        rounds.append(_round(places, number))
        places = [places[0], places[-1], *places[1:-1]]
    return tuple(
        tuple(Fixture(second, first) for first, second in one) if leg % 2 else one
        for leg in range(legs)
        for one in rounds
    )


def _round(places: Sequence[Entry | None], number: int) -> tuple[Fixture, ...]:
    half = len(places) // 2
    meeting = list(zip(places[:half], reversed(places[half:]), strict=True))
    if number % 2:  # the fixed entry would have every first deal; the others alternate by rotating
        meeting[0] = meeting[0][::-1]
    return tuple(Fixture(one, other) for one, other in meeting if one is not None and other is not None)
