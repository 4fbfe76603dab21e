"""The schedule of a season: a round robin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.models.credits import Entry


class Fixture(NamedTuple):
    """Two entries to play each other; ``first`` deals first."""

    first: Entry
    second: Entry


class Round(NamedTuple):
    """Matches to be played at the same time, and the entry that rests; None if all play."""

    fixtures: tuple[Fixture, ...]
    rests: Entry | None


def round_robin(entries: Sequence[Entry], legs: int = 1) -> tuple[Round, ...]:
    """A round robin of ``legs`` legs; the first deal changes sides from leg to leg.

    Raises:
        ValueError: an entry is named twice.
    """
    if len(set(entries)) < len(entries):
        raise ValueError("an entry plays itself")
    places: list[Entry | None] = [*entries, None] if len(entries) % 2 else list(entries)
    rounds: list[Round] = []
    for number in range(len(places) - 1):  # the circle method: one entry stays, the others rotate
        rounds.append(_round(places, number))
        places = [places[0], places[-1], *places[1:-1]]
    return tuple(_leg_fixtures(one, leg) for leg in range(legs) for one in rounds)


def _round(places: Sequence[Entry | None], number: int) -> Round:
    fixtures: list[Fixture] = []
    rests: Entry | None = None
    for index in range(len(places) // 2):
        one, other = places[index], places[-1 - index]
        if one is None or other is None:
            rests = one or other
        # The fixed entry would have every first deal; the others alternate by rotating.
        elif index == 0 and number % 2:
            fixtures.append(Fixture(other, one))
        else:
            fixtures.append(Fixture(one, other))
    return Round(tuple(fixtures), rests)


def _leg_fixtures(one: Round, leg: int) -> Round:
    if leg % 2 == 0:
        return one
    return one._replace(fixtures=tuple(Fixture(second, first) for first, second in one.fixtures))
