"""Ranks a season piece by piece in a worker process, so that no single call takes long.

The caller sends tallies and meetings in slices; the process keeps them under a number. State is not shared
between processes: every function except ``begin`` and ``forget`` raises ``Forgotten`` in a process that has
not begun the season.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from bot.league.standings import Line, Met, Tally, ranked, tied
from bot.models.credits import Entrant
from bot.models.scoring import Scoring


class _Unfinished:
    """The input and output of one ranking."""

    def __init__(self, scoring: Scoring, left: AbstractSet[Entrant]) -> None:
        self.scoring = scoring
        self.left = left
        self.tallies: list[Tally] = []
        self.ratings: dict[Entrant, int] = {}
        self.meetings: dict[Entrant, list[Met]] = defaultdict(list)
        self.lines: tuple[Line, ...] = ()


class Forgotten(Exception):
    """The ranking is unknown in this process: the process it was begun in has died."""


_UNFINISHED: Final[dict[int, _Unfinished]] = {}


def begin(number: int, scoring: Scoring, left: AbstractSet[Entrant]) -> None:
    """Begin the standings of a season, dropping all begun before; ``left`` are entrants that left it."""
    _UNFINISHED.clear()
    _UNFINISHED[number] = _Unfinished(scoring, left)


def add_tallies(number: int, tallies: Sequence[Tally], ratings: Mapping[Entrant, int]) -> None:
    """Add entrants' tallies to the ranking begun, and the ratings of those that are rated."""
    table = _table(number)
    table.tallies += tallies
    table.ratings.update(ratings)


def entrants_tied(number: int) -> tuple[Entrant, ...]:
    """Entrants with credits that are equal before tie-breaks; empty if meetings do not break ties."""
    table = _table(number)
    return tied(table.tallies, table.scoring, table.ratings, table.left)


def add_meetings(number: int, meetings: Mapping[Entrant, Sequence[Met]]) -> None:
    """Add meetings of some entrants to those the ranking has."""
    for entrant, own in meetings.items():
        _table(number).meetings[entrant] += own


def rank(number: int) -> int:
    """Compute and keep the standings of all that was added; returns the number of lines."""
    table = _table(number)
    table.lines = ranked(table.tallies, table.scoring, table.ratings, table.meetings, table.left)
    return len(table.lines)


def lines_of(number: int, first: int, last: int) -> tuple[Line, ...]:
    """Computed lines of the standings from position ``first`` up to but not including ``last``."""
    return _table(number).lines[first:last]


def forget(number: int) -> None:
    """Drop the ranking with a number, if there is one."""
    _UNFINISHED.pop(number, None)


def _table(number: int) -> _Unfinished:
    """The ranking with a number; raises ``Forgotten`` if it was not begun in this process."""
    table = _UNFINISHED.get(number)
    if table is None:
        raise Forgotten
    return table
