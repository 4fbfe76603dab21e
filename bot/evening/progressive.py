"""Progressive parties: winners move up a table, partners change, each guest has a score of their own.

"Four hands only are played at each table, which gives each player one deal. Partners who are highest have
50 points added to the score of each, and move to the next higher table, changing partners at that table.
Should scores tie, cut to see who moves. At the highest table, however, winners remain and losers go down to
the lowest. Each player records as for himself the score made by himself and partner." (1924)

If scores tie, no pair is highest: the cut moves a pair but earns it no 50. If the number of guests is no
multiple of four, computers fill in, or some rest; a rest earns the average score of those who played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, Literal, NamedTuple

from bot.models.evening_kinds import Guest, Sitting

BONUS: Final = 50
"""Points for each player of the highest pair at a table."""


class Score(NamedTuple):
    """The score of a table's two pairs in a round."""

    points: tuple[int, int]
    cut: Literal[0, 1] = 0
    """The pair that moves after the cut in a tie."""

    @property
    def winner(self) -> Literal[0, 1]:
        """The pair that moves up, or remains at the head table: with more points, in a tie by the cut."""
        first, second = self.points
        return self.cut if first == second else 0 if first > second else 1

    @property
    def highest(self) -> Literal[0, 1] | None:
        """The pair that earns the bonus; None in a tie."""
        first, second = self.points
        return None if first == second else self.winner


class Round(NamedTuple):
    """One round: tables from the head table to the lowest, resting guests, scores (empty before its end)."""

    tables: tuple[Sitting, ...]
    rests: tuple[int, ...] = ()
    """Ids of the guests who rest, or wait for a seat."""
    scores: tuple[Score, ...] = ()

    @property
    def people(self) -> frozenset[int]:
        """Ids of the guests who play or rest."""
        return frozenset((*(guest for guest in chain(*self.tables) if guest is not None), *self.rests))

    def seats(self, guest: int) -> bool:
        """Whether a guest plays (does not rest) in this round."""
        return any(guest in sitting for sitting in self.tables)


class Move(NamedTuple):
    """The end of a round at one table: the pair that moves, the pair that stays, and if a cut decided."""

    table: int
    """Number of the table, from 1, the head table."""
    to: int
    """Number of the table the pair moves to; the same one if there is no other."""
    moving: tuple[Guest, ...]
    staying: tuple[Guest, ...]
    is_cut: bool


class Gain(NamedTuple):
    """What a guest earned in a round: points and bonus, and at which table; None for a rest."""

    round: int
    """From 1."""
    table: int | None
    """Number of the table (1 is the head table); None for a rest."""
    points: int
    """Points of the guest's pair; for a rest the average with bonus of all who played, rounded down."""
    bonus: int


def first_round(drawn: Sequence[int], *, computers_fill: bool) -> Round:
    """The first round: guests are seated in the order ``drawn``, from the head table on.

    If their number is no multiple of four, computers fill the empty seats, or the surplus rests, in turns.

    Raises ``ValueError`` if a guest is named twice, or there are not enough for a table.
    """
    if len(set(drawn)) < len(drawn):
        raise ValueError("someone sits twice")
    return _arranged((), list(drawn), (), computers_fill=computers_fill)


def next_round(
    rounds: Sequence[Round],
    *,
    computers_fill: bool,
    leaving: Iterable[int] = (),
    coming: Sequence[int] = (),
) -> Round:
    """The round after those played: winners move up, guests leave and join, and partners change.

    Raises ``ValueError`` if the last round has no scores, a newcomer is already there, or too few are left.
    """
    last, left = rounds[-1], frozenset(leaving)
    if len(set(coming)) < len(coming) or not last.people.isdisjoint(coming):
        raise ValueError("someone sits twice")
    ladder = [guest if guest not in left else None for guest in chain(*_moved(last))]
    rested = [guest for guest in last.rests if guest not in left]
    return _arranged(rounds, ladder, (*rested, *coming), computers_fill=computers_fill)


def gains(rounds: Iterable[Round]) -> dict[int, tuple[Gain, ...]]:
    """What each guest has earned, round by round, guests who left included."""
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


def moves(last: Round) -> tuple[Move, ...]:
    """The moves after a round, the head table first: its losers move to the lowest, other winners up."""
    found = []
    for table, (sitting, score) in enumerate(zip(last.tables, last.scores, strict=True), start=1):
        pair = 1 - score.winner if table == 1 else score.winner
        to = len(last.tables) if table == 1 else table - 1
        found.append(Move(table, to, sitting[pair::2], sitting[1 - pair :: 2], score.highest is None))
    return tuple(found)


def _moved(last: Round) -> list[list[Guest]]:
    """The guests at each table after the move: the pair that stayed, then the pair that arrived."""
    head, *others = made = moves(last)
    arrived = [*(move.moving for move in others), head.moving]
    return [[*move.staying, *come] for move, come in zip(made, arrived, strict=True)]


def _arranged(
    rounds: Sequence[Round], ladder: list[Guest], waiting: Sequence[int], *, computers_fill: bool
) -> Round:
    """A round of the guests on ``ladder``, four a table; ``waiting`` guests fill empty seats from below."""
    people = len([guest for guest in ladder if guest is not None]) + len(waiting)
    spare = 0 if computers_fill else people % 4
    tables = (people - spare + 3) // 4
    if not tables:
        raise ValueError(f"{people} are not enough for a table")
    rests = _resting(rounds, ladder, waiting, spare)
    ladder = [None if guest in rests else guest for guest in ladder]
    ladder = _with_seats(_filled(ladder, [guest for guest in waiting if guest not in rests]), 4 * tables)
    fours = [ladder[first : first + 4] for first in range(0, len(ladder), 4)]
    return Round(tuple(_seated(rounds, four) for four in fours), rests)


def _resting(
    rounds: Sequence[Round], ladder: Sequence[Guest], waiting: Sequence[int], spare: int
) -> tuple[int, ...]:
    """The ``spare`` guests to rest: fewest rests so far, then the longest ago, then lowest on the ladder."""

    def missed(guest: int) -> tuple[int, int]:
        numbers = [number for number, played in enumerate(rounds) if not played.seats(guest)]
        return len(numbers), max(numbers, default=-1)

    from_below = [guest for guest in reversed((*ladder, *waiting)) if guest is not None]
    return tuple(sorted(from_below, key=missed)[:spare])


def _filled(ladder: Sequence[Guest], waiting: Iterable[int]) -> list[Guest]:
    """The ladder with waiting guests in its empty seats, from below; surplus ones are appended."""
    filled = list(ladder)
    for guest in waiting:
        empty = [seat for seat, holder in enumerate(filled) if holder is None]
        if empty:
            filled[empty[-1]] = guest
        else:
            filled.append(guest)
    return filled


def _with_seats(ladder: Sequence[Guest], seats: int) -> list[Guest]:
    """The ladder resized to ``seats``; if their number changes, computers are spread out again."""
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
    """Seat four at a table to avoid partners of the last round, then partners of all earlier rounds."""
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
