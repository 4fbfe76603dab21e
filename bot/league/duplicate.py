"""Duplicate: the same deals at every table, so that those who held the same cards are compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from bot.league.credits import Credit, Entry
from rules.core.outcome import Ranking

WIN: Final = 2
"""Match points for each table that did worse with the same cards; an equal one is worth half."""


class Played(NamedTuple):
    """What one table did with a deal: who held the cards of each side, and what they scored."""

    deal: int
    entries: tuple[Entry, Entry]
    points: tuple[int, int]


class Compared(NamedTuple):
    """What an entry did with one deal, beside those who held the same cards at other tables."""

    deal: int
    entry: Entry
    against: Entry
    points: int
    matchpoints: int
    possible: int
    """0 where no other table has played the deal."""


def compared(played: Iterable[Played], ranking: Ranking = Ranking.MOST) -> tuple[Compared, ...]:
    """Each table beside all others that played the same deal.

    What is compared is by how much a side was ahead of the other, for a match is won by that.
    """
    by_deal: dict[int, list[Played]] = {}
    for one in played:
        by_deal.setdefault(one.deal, []).append(one)
    return tuple(
        Compared(
            *(deal, one.entries[side], one.entries[1 - side], one.points[side]),
            matchpoints=sum(_against(_lead(one, side, ranking), _lead(o, side, ranking)) for o in others),
            possible=WIN * len(others),
        )
        for deal, tables in by_deal.items()
        for index, one in enumerate(tables)
        for others in [tables[:index] + tables[index + 1 :]]
        for side in (0, 1)
    )


def _lead(played: Played, side: int, ranking: Ranking) -> int:
    return ranking.merit(played.points[side] - played.points[1 - side])


def _against(own: int, other: int) -> int:
    return WIN * (own > other) + WIN // 2 * (own == other)


def session(session_id: int, comparisons: Iterable[Compared]) -> tuple[Credit, ...]:
    """What a session of duplicate deals gives everyone who played in it: match points and total points."""
    found: dict[Entry, list[Compared]] = {}
    for one in comparisons:
        found.setdefault(one.entry, []).append(one)
    return tuple(
        Credit(
            *(session_id, entry, tuple(dict.fromkeys(one.against for one in own)), None),
            points=sum(one.points for one in own),
            matchpoints=sum(one.matchpoints for one in own),
            possible=sum(one.possible for one in own),
        )
        for entry, own in found.items()
    )
