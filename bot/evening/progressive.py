"""Progressive parties: winners move up a table, partners change, a score for each.

"Four hands only are played at each table, which gives each player one deal. Partners who are highest have
50 points added to the score of each, and move to the next higher table, changing partners at that table.
Should scores tie, cut to see who moves. At the highest table, however, winners remain and losers go down to
the lowest. Each player records as for himself the score made by himself and partner." (1924)

Where scores tie nobody is highest: the cut moves a pair, and brings it no 50. Where people do not come in
fours, computers fill in, or some rest; a rest is credited with what those who played scored on average.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from typing import Final, Literal, NamedTuple

BONUS: Final = 50
"""For each of the pair that is highest at its table."""

Guest = int | None
"""Somebody at the party; None for a computer."""
Sitting = tuple[Guest, Guest, Guest, Guest]
"""Four as they sit, clockwise: the first and the third are partners. One of them at least is a person."""


class Filling(StrEnum):
    """What is done where people do not come in fours."""

    COMPUTERS = "computers"
    """Computers take the seats that are left over."""
    RESTS = "rests"
    """Those who are too many rest for a round, each as seldom as the others."""


class Score(NamedTuple):
    """What the two pairs of a table scored in their four deals."""

    points: tuple[int, int]
    cut: Literal[0, 1] = 0
    """Which pair the cut has move if they tie."""

    @property
    def winner(self) -> Literal[0, 1]:
        """The pair that moves up, or remains at the head table."""
        first, second = self.points
        return self.cut if first == second else 0 if first > second else 1

    @property
    def highest(self) -> Literal[0, 1] | None:
        """The pair that has the 50; None where they tie."""
        first, second = self.points
        return None if first == second else self.winner


class Round(NamedTuple):
    """One round: the tables from the head table to the lowest, who rests, and the scores once it is over."""

    tables: tuple[Sitting, ...]
    rests: tuple[int, ...]
    scores: tuple[Score, ...] = ()

    @property
    def people(self) -> frozenset[int]:
        """Who is there."""
        return frozenset((*(guest for guest in chain(*self.tables) if guest is not None), *self.rests))

    def seats(self, guest: int) -> bool:
        """Whether somebody plays in this round."""
        return any(guest in sitting for sitting in self.tables)


class Gain(NamedTuple):
    """What a round brought a guest, and where from."""

    round: int
    """From 1."""
    table: int | None
    """From 1, the head table; None for a rest."""
    points: int
    """Of guest and partner together; for a rest the average of all who played, rounded down."""
    bonus: int


def first_round(drawn: Sequence[int], filling: Filling) -> Round:
    """The first round: people sit down as they were drawn, from the head table on.

    Raises:
        ValueError: somebody is named twice, or there are not enough for a table.
    """
    if len(set(drawn)) < len(drawn):
        raise ValueError("someone sits twice")
    return _arranged((), list(drawn), (), filling)


def next_round(
    rounds: Sequence[Round], filling: Filling, *, leaving: Iterable[int] = (), coming: Sequence[int] = ()
) -> Round:
    """The round that follows those played: people move, leave and come, and change partners.

    Raises:
        ValueError: the last round has no scores, somebody comes who is there, or too few are left.
    """
    last, gone = rounds[-1], frozenset(leaving)
    if len(set(coming)) < len(coming) or not last.people.isdisjoint(coming):
        raise ValueError("someone sits twice")
    ladder = [guest if guest not in gone else None for guest in chain(*_moved(last))]
    rested = [guest for guest in last.rests if guest not in gone]
    return _arranged(rounds, ladder, (*rested, *coming), filling)


def gains(rounds: Iterable[Round]) -> dict[int, tuple[Gain, ...]]:
    """Everybody's own score, round by round; whoever has left keeps what he had."""
    found: dict[int, list[Gain]] = {}
    for number, played in enumerate((one for one in rounds if one.scores), start=1):
        earned = list(_gains(number, played))
        average = sum(gain.points + gain.bonus for _, gain in earned) // len(earned)
        resting = ((guest, Gain(number, None, average, 0)) for guest in played.rests)
        for guest, gain in chain(earned, resting):
            found.setdefault(guest, []).append(gain)
    return {guest: tuple(own) for guest, own in found.items()}


def _gains(number: int, played: Round) -> Iterator[tuple[int, Gain]]:
    for table, (sitting, score) in enumerate(zip(played.tables, played.scores, strict=True), start=1):
        for seat, guest in enumerate(sitting):
            if guest is not None:
                bonus = BONUS * (score.highest == seat % 2)
                yield guest, Gain(number, table, score.points[seat % 2], bonus)


def _moved(last: Round) -> list[list[Guest]]:
    """Who is at which table when everybody has moved: those who stayed, then those who have come."""
    pairs = [
        (sitting[score.winner :: 2], sitting[1 - score.winner :: 2])
        for sitting, score in zip(last.tables, last.scores, strict=True)
    ]
    winners, losers = [pair for pair, _ in pairs], [pair for _, pair in pairs]
    stayed = [winners[0], *losers[1:]]
    arrived = [*winners[1:], losers[0]]
    return [[*stay, *come] for stay, come in zip(stayed, arrived, strict=True)]


def _arranged(
    rounds: Sequence[Round], ladder: list[Guest], waiting: Sequence[int], filling: Filling
) -> Round:
    """People at tables of four, down the ladder; whoever waits takes an empty seat, the lowest first."""
    people = len([guest for guest in ladder if guest is not None]) + len(waiting)
    spare = people % 4 if filling is Filling.RESTS else 0
    tables = (people - spare + 3) // 4
    if not tables:
        raise ValueError(f"{people} are not enough for a table")
    rests = _resting(rounds, ladder, waiting, spare)
    ladder = [None if guest in rests else guest for guest in ladder]
    ladder = _with_seats(_filled(ladder, [guest for guest in waiting if guest not in rests]), 4 * tables)
    sittings: list[Sitting] = []
    for first in range(0, len(ladder), 4):
        sittings.append(_seated(rounds, ladder[first : first + 4]))
    return Round(tuple(sittings), rests)


def _resting(
    rounds: Sequence[Round], ladder: Sequence[Guest], waiting: Sequence[int], spare: int
) -> tuple[int, ...]:
    """Who rests: whoever has missed the fewest rounds, then longest ago, then whoever is lowest."""

    def missed(guest: int) -> tuple[int, int]:
        numbers = [number for number, played in enumerate(rounds) if not played.seats(guest)]
        return len(numbers), max(numbers, default=-1)

    from_below = [guest for guest in reversed((*ladder, *waiting)) if guest is not None]
    return tuple(sorted(from_below, key=missed)[:spare])


def _filled(ladder: Sequence[Guest], waiting: Iterable[int]) -> list[Guest]:
    """The ladder with those who waited in its empty seats, from below, and beneath it when it is full."""
    filled = list(ladder)
    for guest in waiting:
        empty = [seat for seat, holder in enumerate(filled) if holder is None]
        if empty:
            filled[empty[-1]] = guest
        else:
            filled.append(guest)
    return filled


def _with_seats(ladder: Sequence[Guest], seats: int) -> list[Guest]:
    """The ladder with so many seats; where their number changes, computers are spread out anew."""
    if len(ladder) == seats:
        return list(ladder)
    people = [guest for guest in ladder if guest is not None]
    places = _computers(seats, seats - len(people))
    remaining = iter(people)
    return [None if seat in places else next(remaining) for seat in range(seats)]


def _computers(seats: int, count: int) -> frozenset[int]:
    """Seats for computers: the last of each table from the lowest on, then the one before it."""
    from_below = [seat for last in (3, 2, 1) for seat in range(seats - 4 + last, -1, -4)]
    return frozenset(from_below[:count])


def _seated(rounds: Sequence[Round], four: Sequence[Guest]) -> Sitting:
    """Four at a table so that nobody keeps the partner of the last round, and old partners meet seldom."""
    first, second, third, fourth = four
    ways: list[Sitting] = [
        (first, second, third, fourth),
        (first, third, second, fourth),
        (first, second, fourth, third),
    ]

    def repeats(sitting: Sitting) -> tuple[int, int]:
        pairs = {frozenset(sitting[::2]), frozenset(sitting[1::2])}
        return _together(rounds[-1:], pairs), _together(rounds, pairs)

    return min(ways, key=repeats)


def _together(rounds: Iterable[Round], pairs: set[frozenset[Guest]]) -> int:
    """How often two people of the pairs were partners."""
    return sum(
        pair in pairs
        for played in rounds
        for sitting in played.tables
        for pair in (frozenset(sitting[::2]), frozenset(sitting[1::2]))
        if None not in pair
    )
