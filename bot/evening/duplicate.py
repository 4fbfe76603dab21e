"""Duplicate: the same deals at every table; results of the same cards are compared for match points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from bot.models.credits import Competing, Credit, Entrant
from bot.models.evening_kinds import Guest, Sitting
from rules.core.decisions import Seat

WIN: Final = 2
"""Match points for each table that did worse with the same cards; half of it for an equal one."""
FEWEST_TABLES: Final = 2
"""A single table has none to be compared with."""

Pair = tuple[Guest, Guest]
"""Two partners; None for a computer."""


class Scored(NamedTuple):
    """One table's result of a deal: the deal's number, and each side's players and points."""

    deal: int
    entrants: tuple[Entrant, Entrant]
    points: tuple[int, int]
    dealer: Seat = 0
    """Another dealer, as after a deal was dealt again, gives the same deck to other hands."""


class Compared(NamedTuple):
    """An entrant's result of one deal, compared with the same cards at other tables."""

    deal: int
    entrant: Entrant
    against: Entrant
    points: int
    matchpoints: int
    possible: int
    """Most match points that could be won; 0 if no other table has played the same cards."""


def compared(played: Iterable[Scored]) -> tuple[Compared, ...]:
    """Results of all tables: each side's lead compared with that of the same side at other tables."""
    # Compared is the lead of a side over the other, since that is what wins a match.
    results, same_cards = tuple(played), defaultdict[tuple[int, Seat], list[Scored]](list)
    for one in results:
        same_cards[one.deal, one.dealer].append(one)
    return tuple(
        Compared(
            deal=one.deal,
            entrant=one.entrants[side],
            against=one.entrants[1 - side],
            points=one.points[side],
            matchpoints=sum(_against(_lead(one, side), _lead(other, side)) for other in others),
            possible=WIN * len(others),
        )
        for one in results
        for others in [[other for other in same_cards[one.deal, one.dealer] if other is not one]]
        for side in (0, 1)
    )


def _lead(played: Scored, side: int) -> int:
    return played.points[side] - played.points[1 - side]


def _against(own: int, other: int) -> int:
    return WIN * (own > other) + WIN // 2 * (own == other)


def credits_of(evening_id: int, comparisons: Iterable[Compared], competing: Competing) -> tuple[Credit, ...]:
    """League results of an evening of duplicate deals: match points and points of every compared entrant.

    If players compete (``competing``), each partner is credited with what the two won together.
    """
    found: dict[Entrant, list[Compared]] = {}
    for one in comparisons:
        for entrant in _competing(one.entrant, competing) if one.possible else ():
            found.setdefault(entrant, []).append(one)
    return tuple(
        Credit(
            match=evening_id,
            entrant=entrant,
            against=_rivals(own, competing),
            verdict=None,
            points=sum(one.points for one in own),
            matchpoints=sum(one.matchpoints for one in own),
            possible=sum(one.possible for one in own),
        )
        for entrant, own in found.items()
    )


def _competing(people: Entrant, competing: Competing) -> tuple[Entrant, ...]:
    """The entrants of the people on one side: each player, or the pair; a computer's partner is no pair."""
    if competing is Competing.PLAYERS:
        return tuple((who,) for who in people)
    return (people,) if len(people) == 2 else ()


def _rivals(own: Iterable[Compared], competing: Competing) -> tuple[Entrant, ...]:
    return tuple(dict.fromkeys(other for one in own for other in _competing(one.against, competing)))


def turned(sittings: Sequence[Sitting], number: int) -> tuple[Sitting, ...]:
    """Round ``number`` (from 1) with the two sides exchanged at half of its tables; its own inverse.

    Nothing is exchanged if only computers sit on one side.
    """
    # First pairs never meet, and without this they would only be compared with each other: a weak pair among
    # weak first pairs would win as often as a strong pair among strong second pairs.
    has_both_sides = any(guest is not None for sitting in sittings for guest in sitting[1::2])
    width = _width(number, len(sittings)) if has_both_sides else 0
    return tuple(
        _turned(sitting) if width and table // width % 2 else sitting
        for table, sitting in enumerate(sittings)
    )


def _width(number: int, tables: int) -> int:
    """Number of tables in a row that keep their sides before as many exchange them; 0 for no exchange."""
    # By simulation: at two tables one round in three lets four pairs meet and be compared evenly; at more,
    # every second round, at other tables each time.
    if tables == FEWEST_TABLES:
        return 1 if number % 3 == 1 else 0
    return (number % 2) * (1 if number % 4 == 1 else 2)


def _turned(sitting: Sitting) -> Sitting:
    first, second, third, fourth = sitting
    return second, first, fourth, third


def seated(pairs: Sequence[Pair]) -> tuple[Sitting, ...]:
    """The first round: one pair at each table first, then opponents for them; computers fill empty seats."""
    # This way as many pairs as possible hold the same cards, even if there are few.
    tables = max(FEWEST_TABLES, (len(pairs) + 1) // 2)
    seats = [*pairs, *[(None, None)] * (2 * tables - len(pairs))]
    return turned(tuple(map(_sitting, seats[:tables], seats[tables:])), 1)


def moved(
    sittings: Sequence[Sitting],
    number: int,
    *,
    leaving: Collection[int] = (),
    coming: Sequence[int] = (),
    pairs: Iterable[Entrant] = (),
) -> tuple[tuple[Sitting, ...], tuple[int, ...]]:
    """Round ``number`` (from 2) and the ids of guests left waiting; ``sittings`` are those of the last round.

    Each second pair moves up a table, that of the head table to the lowest. Newcomers take computers' seats,
    from the head table on, but ``pairs`` only together; two or more without a seat get a new table.
    """
    there = [None if guest in leaving else guest for guest in chain(*turned(sittings, number - 1))]
    seats, waiting = _taken(there, coming, pairs)
    four = [seats[first : first + 4] for first in range(0, len(seats), 4)]
    others = [second[1::2] for second in (*four[1:], four[0])]
    tables = [_sitting(one[::2], other) for one, other in zip(four, others, strict=True)]
    while len(waiting) > 1:
        four_more: list[Guest] = [*waiting[:4], None, None][:4]
        tables.append(_sitting(four_more[:2], four_more[2:]))
        waiting = waiting[4:]
    return turned(tables, number), tuple(waiting)


def _taken(
    there: Iterable[Guest], coming: Sequence[int], pairs: Iterable[Entrant]
) -> tuple[list[Guest], list[int]]:
    """The seats with newcomers in place of computers, and the newcomers without a seat, whole pairs first."""
    seats, apart = list(there), list[int]()
    for pair in pairs:
        late = [who for who in pair if who in coming]
        here = set(pair).difference(late)
        # Partners' seats are two apart at each table of four.
        free = [seat for seat in range(len(seats)) if {seats[seat], seats[seat ^ 2]} - {None} == here]
        if late and free:
            seats[free[0]], seats[free[0] ^ 2] = pair
        elif len(late) == len(pair):
            apart += late
    others = iter([who for who in coming if who not in (*seats, *apart)])
    return [next(others, None) if guest is None else guest for guest in seats], [*apart, *others]


def _sitting(first: Sequence[Guest], second: Sequence[Guest]) -> Sitting:
    return first[0], second[0], first[1], second[1]
