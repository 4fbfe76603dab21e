"""A table made piece by piece: where it is long, what goes into it is handed over in slices.

A process that ranks a season is asked one question after the other; what it has been told so far it keeps
under a number. Nothing here is shared between processes. Every function but the first and the last raises
``Forgotten`` in a process that has not begun the table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from bot.league.standings import Line, Met, Tally, ranked, tied
from bot.models.credits import Entry
from bot.models.scoring import Scoring


class _Unfinished:
    """A table that is being made."""

    def __init__(self, scoring: Scoring, left: AbstractSet[Entry]) -> None:
        self.scoring = scoring
        self.left = left
        self.tallies: list[Tally] = []
        self.ratings: dict[Entry, int] = {}
        self.meetings: dict[Entry, list[Met]] = defaultdict(list)
        self.lines: tuple[Line, ...] = ()


class Forgotten(Exception):
    """A table is not known here: the process it was being made in has died, and this is another one."""


_UNFINISHED: Final[dict[int, _Unfinished]] = {}


def begin(number: int, scoring: Scoring, left: AbstractSet[Entry]) -> None:
    """Begin the table of a season that some have left; another that was never ended is forgotten."""
    _UNFINISHED.clear()
    _UNFINISHED[number] = _Unfinished(scoring, left)


def add_tallies(number: int, tallies: Sequence[Tally], ratings: Mapping[Entry, int]) -> None:
    """Add some entries, with the ratings of those that have one."""
    table = _table(number)
    table.tallies += tallies
    table.ratings.update(ratings)


def whose_meetings(number: int) -> tuple[Entry, ...]:
    """Of whom it matters whom they met, to break ties."""
    table = _table(number)
    return tied(table.tallies, table.scoring, table.ratings, table.left)


def add_meetings(number: int, meetings: Mapping[Entry, Sequence[Met]]) -> None:
    """Add whom some entries met, and how that ended."""
    for entry, own in meetings.items():
        _table(number).meetings[entry] += own


def rank(number: int) -> int:
    """Make the table; returns how many lines it has."""
    table = _table(number)
    table.lines = ranked(table.tallies, table.scoring, table.ratings, table.meetings, table.left)
    return len(table.lines)


def lines_of(number: int, first: int, last: int) -> tuple[Line, ...]:
    """Some lines of the table, from one position up to before another."""
    return _table(number).lines[first:last]


def forget(number: int) -> None:
    """Forget the table."""
    _UNFINISHED.pop(number, None)


def _table(number: int) -> _Unfinished:
    """The table that is being made.

    Raises:
        Forgotten: it is not known here.
    """
    table = _UNFINISHED.get(number)
    if table is None:
        raise Forgotten
    return table
