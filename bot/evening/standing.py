"""What an evening comes to: everybody's own score, and their place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from bot.evening import duplicate, progressive
from bot.evening.duplicate import Compared, Scored
from bot.evening.rotation import Quartet, individual_totals
from bot.evening.seating import as_played
from bot.models.credits import Credit, Entrants, Entry
from bot.models.evening_kinds import EveningKind
from bot.models.stored_evenings import EveningGuest, EveningRecord, Seats
from bot.models.stored_results import DealResult


class Line(NamedTuple):
    """One person's score."""

    place: int | None
    """Equals share one, and the next is left out. None for those who played too few of the deals."""
    guest: EveningGuest
    points: int
    """What the own side scored; for a rest the average."""
    bonus: int = 0
    """Of a progressive party: 50 for each table won."""
    matchpoints: int = 0
    """Of a duplicate evening."""
    possible: int = 0

    @property
    def total(self) -> int:
        """What decides, but for duplicate deals."""
        return self.points + self.bonus

    @property
    def share(self) -> Fraction:
        """The share of the match points that could be won; one half where none could."""
        return Fraction(self.matchpoints, self.possible) if self.possible else Fraction(1, 2)


Deals = Mapping[int, Sequence[DealResult]]
"""What was scored at a table, by the number that the store gave it."""
PlayedBy = Mapping[tuple[int, int], int]
"""How many deals people ended themselves, by the number of the table and the person."""


def standing(evening: EveningRecord, deals: Deals, played: PlayedBy) -> tuple[Line, ...]:
    """Everybody who has played or rested, the best first; those without a place come last.

    Nobody where no deal was scored at any table. ``deals`` are needed of a duplicate evening.
    """
    found = _lines(evening, deals) if evening.has_scores else []

    def worth(line: Line) -> tuple[Fraction, int]:
        return line.share if evening.kind is EveningKind.DUPLICATE else Fraction(0), line.total

    with_place = [line for line in found if _has_place(evening, line.guest.user_id, played)]
    every = [worth(line) for line in with_place]
    placed = [line._replace(place=1 + sum(other > worth(line) for other in every)) for line in with_place]
    others = [line for line in found if line not in with_place]
    return (
        *sorted(placed, key=worth, reverse=True),
        *sorted(others, key=worth, reverse=True),
    )


def _has_place(evening: EveningRecord, user_id: int, played: PlayedBy) -> bool:
    """Whether somebody has played enough of the deals; who rests in turn has played those of the round."""
    own = every = 0
    for one in evening.rounds:
        if not one.is_over:
            continue
        table = next((table for table in one.tables if user_id in table.seats), None)
        deals = evening.deals if table is None or table.score is None else table.score.deals
        every += deals
        if table is not None and table.table_id is not None:
            own += min(deals, played.get((table.table_id, user_id), 0))
        elif user_id in one.rests and evening.kind is EveningKind.PROGRESSIVE:
            own += deals
    return 100 * own >= evening.least_share * every


def _lines(evening: EveningRecord, deals: Deals) -> list[Line]:
    match evening.kind:
        case EveningKind.PROGRESSIVE:
            return _progressive(evening)
        case EveningKind.ROTATING:
            return _rotating(evening)
        case EveningKind.DUPLICATE:
            return _duplicate(evening, deals)


def _progressive(evening: EveningRecord) -> list[Line]:
    gained = progressive.gains(as_played(one) for one in evening.rounds)
    return [
        Line(None, guest, sum(one.points for one in own), sum(one.bonus for one in own))
        for guest in evening.guests
        if (own := gained.get(guest.user_id))
    ]


def _rotating(evening: EveningRecord) -> list[Line]:
    played = [
        (_numbered(table.seats), table.score.points)
        for one in evening.rounds
        for table in one.tables
        if table.score is not None
    ]
    totals = individual_totals(played)
    return [Line(None, guest, totals[guest.user_id]) for guest in evening.guests if guest.user_id in totals]


def _numbered(seats: Seats) -> Quartet:
    """Four players, a computer by a number that no person has."""
    first, second, third, fourth = (-1 - seat if who is None else who for seat, who in enumerate(seats))
    return first, second, third, fourth


def _duplicate(evening: EveningRecord, deals: Deals) -> list[Line]:
    own: dict[int, list[Compared]] = {}
    for one in comparisons(evening, deals):
        for user_id in one.entry:
            own.setdefault(user_id, []).append(one)
    return [
        Line(
            *(None, guest, sum(one.points for one in compared)),
            matchpoints=sum(one.matchpoints for one in compared),
            possible=sum(one.possible for one in compared),
        )
        for guest in evening.guests
        if (compared := own.get(guest.user_id))
    ]


def comparisons(evening: EveningRecord, deals: Deals, *, computers: bool = True) -> tuple[Compared, ...]:
    """Every table's deals beside those of the others; only rounds that all tables have played.

    Deals are numbered through the evening. What a table played beyond the deals drawn for all is left out,
    and without ``computers`` every table that had one from the start.
    """
    return duplicate.compared(
        Scored(
            number * evening.deals + deal.deal,
            (_people(table.seats[::2]), _people(table.seats[1::2])),
            (_scored(deal, 0), _scored(deal, 1)),
        )
        for number, one in enumerate(evening.rounds)
        if one.is_over
        for table in one.tables
        if table.table_id is not None and (computers or None not in table.seats)
        for deal in deals.get(table.table_id, ())
        if deal.deal <= evening.deals
    )


def credits_of(
    evening: EveningRecord, deals: Deals, entrants: Entrants, *, computers: bool
) -> tuple[Credit, ...]:
    """What a duplicate evening gives a season: match points and total points of whoever competes there.

    ``computers`` says whether tables count at which one plays. Where a place needs a share of the deals,
    leaving is no way to keep or to get match points: what a computer ended for an entry, and the rounds that
    it missed, count as not won.
    """
    compared = comparisons(evening, deals, computers=computers)
    given = duplicate.session(evening.id, compared, entrants)
    if not evening.least_share:
        return given
    away = _ended_by_computers(evening, deals)
    return tuple(
        replace(
            one,
            matchpoints=one.matchpoints - _won_by_computers(compared, one.entry, away),
            possible=one.possible + _missed(evening, one.entry),
        )
        for one in given
    )


def _ended_by_computers(evening: EveningRecord, deals: Deals) -> frozenset[tuple[int, int]]:
    """The deals, as they are numbered through the evening, that computers ended for people, with these."""
    return frozenset(
        (number * evening.deals + deal.deal, player.user_id)
        for number, one in enumerate(evening.rounds)
        for table in one.tables
        for deal in deals.get(table.table_id or 0, ())
        for player in deal.players
        if player.is_stand_in and player.user_id is not None
    )


def _won_by_computers(compared: Iterable[Compared], entry: Entry, away: AbstractSet[tuple[int, int]]) -> int:
    """The match points of the deals that a computer ended for somebody of an entry."""
    return sum(
        one.matchpoints
        for one in compared
        if set(entry) <= set(one.entry) and any((one.deal, who) in away for who in entry)
    )


def _missed(evening: EveningRecord, entry: Entry) -> int:
    """The match points of the rounds that an entry has missed since its first.

    Whoever comes late has missed nothing before, and whoever waits for a seat nothing meanwhile. A round
    counts whether or not it could be compared: it may be the one who left that it could not for.
    """
    were_there = [one.people.issuperset(entry) for one in evening.rounds if one.is_over]
    after_first = list(zip(evening.rounds, were_there, strict=False))[were_there.index(True) :]
    return sum(
        duplicate.WIN * evening.deals * (len(one.tables) - 1)
        for one, was_there in after_first
        if not was_there
    )


def _people(seats: Sequence[int | None]) -> tuple[int, ...]:
    """A pair's people, in ascending order."""
    return tuple(sorted(who for who in seats if who is not None))


def _scored(deal: DealResult, seat: int) -> int:
    return next((side.scored for side in deal.sides if seat in side.seats), 0)
