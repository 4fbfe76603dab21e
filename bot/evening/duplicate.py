"""Duplicate: the same deals at every table, so that those who held the same cards are compared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from bot.evening.progressive import Guest, Sitting
from bot.models.credits import Credit, Entrants, Entry
from rules.core.outcome import Ranking

WIN: Final = 2
"""Match points for each table that did worse with the same cards; an equal one is worth half."""
FEWEST_TABLES: Final = 2
"""One table alone has nobody to be compared with."""

Pair = tuple[Guest, Guest]
"""Two partners; None for a computer."""


class Scored(NamedTuple):
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


def compared(played: Iterable[Scored], ranking: Ranking = Ranking.MOST) -> tuple[Compared, ...]:
    """Each table beside all others that played the same deal.

    What is compared is by how much a side was ahead of the other, for a match is won by that.
    """
    by_deal: dict[int, list[Scored]] = {}
    for one in played:
        by_deal.setdefault(one.deal, []).append(one)
    return tuple(
        Compared(
            deal=deal,
            entry=one.entries[side],
            against=one.entries[1 - side],
            points=one.points[side],
            matchpoints=sum(_against(_lead(one, side, ranking), _lead(o, side, ranking)) for o in others),
            possible=WIN * len(others),
        )
        for deal, tables in by_deal.items()
        for index, one in enumerate(tables)
        for others in [tables[:index] + tables[index + 1 :]]
        for side in (0, 1)
    )


def _lead(played: Scored, side: int, ranking: Ranking) -> int:
    return ranking.merit(played.points[side] - played.points[1 - side])


def _against(own: int, other: int) -> int:
    return WIN * (own > other) + WIN // 2 * (own == other)


def session(
    session_id: int, comparisons: Iterable[Compared], entrants: Entrants = Entrants.PAIRS
) -> tuple[Credit, ...]:
    """What a session of duplicate deals gives everyone who was compared: match points and total points.

    Where players compete, each of two partners has what the two of them won.
    """
    found: dict[Entry, list[Compared]] = {}
    for one in comparisons:
        for entry in _competing(one.entry, entrants) if one.possible else ():
            found.setdefault(entry, []).append(one)
    return tuple(
        Credit(
            match=session_id,
            entry=entry,
            against=_rivals(own, entrants),
            verdict=None,
            points=sum(one.points for one in own),
            matchpoints=sum(one.matchpoints for one in own),
            possible=sum(one.possible for one in own),
        )
        for entry, own in found.items()
    )


def _competing(people: Entry, entrants: Entrants) -> tuple[Entry, ...]:
    """Who competes of the people on one side; a computer's partner is no pair."""
    if entrants is Entrants.PLAYERS:
        return tuple((who,) for who in people)
    return (people,) if len(people) == 2 else ()


def _rivals(own: Iterable[Compared], entrants: Entrants) -> tuple[Entry, ...]:
    return tuple(dict.fromkeys(other for one in own for other in _competing(one.against, entrants)))


def turned(sittings: Sequence[Sitting], number: int) -> tuple[Sitting, ...]:
    """Round ``number``, from 1, with the sides turned at half of its tables; turned again it is as before.

    First pairs never meet, and while they all hold the same cards they are compared with each other alone:
    a weak pair among weak ones then wins as often as a strong one among strong second pairs. Where computers
    alone sit on one side, everyone else holds the same cards as before.
    """
    has_both_sides = any(guest is not None for sitting in sittings for guest in sitting[1::2])
    width = _width(number, len(sittings)) if has_both_sides else 0
    return tuple(
        _turned(sitting) if width and table // width % 2 else sitting
        for table, sitting in enumerate(sittings)
    )


def _width(number: int, tables: int) -> int:
    """So many tables in a row sit alike before as many turn; 0 for a round in which none does.

    By simulation: at two tables one round in three lets four pairs meet and be compared evenly; at more,
    every second round, by other tables each time.
    """
    if tables == FEWEST_TABLES:
        return 1 if number % 3 == 1 else 0
    return (number % 2) * (1 if number % 4 == 1 else 2)


def _turned(sitting: Sitting) -> Sitting:
    first, second, third, fourth = sitting
    return second, first, fourth, third


def seated(pairs: Sequence[Pair]) -> tuple[Sitting, ...]:
    """The first round: pairs sit down first at every table, then against each other; computers fill up.

    So as many as can be hold the same cards, however few they are.
    """
    tables = max(FEWEST_TABLES, (len(pairs) + 1) // 2)
    seats = [*pairs, *[(None, None)] * (2 * tables - len(pairs))]
    return turned(tuple(map(_sitting, seats[:tables], seats[tables:])), 1)


def moved(
    sittings: Sequence[Sitting], number: int, *, leaving: Collection[int] = (), coming: Sequence[int] = ()
) -> tuple[tuple[Sitting, ...], tuple[int, ...]]:
    """Round ``number``, from 2, and who waits; ``sittings`` are those of the round before.

    Each second pair goes up a table, that of the head table to the lowest. Whoever comes takes a computer's
    seat, from the head table on; two or more for whom there is none sit down at a table of their own.
    """
    waiting = list(coming)
    there = [None if guest in leaving else guest for guest in chain(*turned(sittings, number - 1))]
    seats = [waiting.pop(0) if guest is None and waiting else guest for guest in there]
    four = [seats[first : first + 4] for first in range(0, len(seats), 4)]
    others = [second[1::2] for second in (*four[1:], four[0])]
    tables = [_sitting(one[::2], other) for one, other in zip(four, others, strict=True)]
    while len(waiting) > 1:
        four_more: list[Guest] = [*waiting[:4], None, None][:4]
        tables.append(_sitting(four_more[:2], four_more[2:]))
        waiting = waiting[4:]
    return turned(tables, number), tuple(waiting)


def _sitting(first: Sequence[Guest], second: Sequence[Guest]) -> Sitting:
    return first[0], second[0], first[1], second[1]
