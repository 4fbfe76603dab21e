"""What an evening comes to: everybody's own score, and their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from bot.evening import duplicate, progressive
from bot.evening.duplicate import Compared, Scored
from bot.evening.progressive import Gain
from bot.evening.rotation import Quartet, individual_totals
from bot.evening.seating import as_played
from bot.models.credits import Credit, Entrants, Entry
from bot.models.evening_kinds import EveningKind
from bot.models.stored_evenings import EveningGuest, EveningRecord, EveningTable, Seats
from bot.models.stored_results import DealResult


class Line(NamedTuple):
    """One person's score."""

    place: int | None
    """Equals share one, and the next is left out. None for those who played too few of the deals."""
    guest: EveningGuest
    points: int
    """What the own side scored, for a rest the average; the lower with and without deals a computer ended."""
    bonus: int = 0
    """Of a progressive party: 50 for each table won by players who ended its last deal themselves."""
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

    Nobody where no deal was scored at any table. ``deals`` are needed of a duplicate evening, and of tables
    at which a computer ended a deal for a player.
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
            return _progressive(evening, deals)
        case EveningKind.ROTATING:
            return _rotating(evening, deals)
        case EveningKind.DUPLICATE:
            return _duplicate(evening, deals)


def _progressive(evening: EveningRecord, deals: Deals) -> list[Line]:
    gained = progressive.gains(as_played(one) for one in evening.rounds)
    lines = []
    for guest in evening.guests:
        own = [_own_gain(evening, deals, guest.user_id, gain) for gain in gained.get(guest.user_id, ())]
        if own:
            lines.append(Line(None, guest, sum(one.points for one in own), sum(one.bonus for one in own)))
    return lines


def _own_gain(evening: EveningRecord, deals: Deals, user_id: int, gain: Gain) -> Gain:
    """What a round brought a player. The bonus is not for one for whom a computer ended the last deal."""
    if gain.table is None:
        return gain
    table = evening.rounds[gain.round - 1].tables[gain.table - 1]
    last = _deals_of(evening, deals, table)[-1:]
    bonus = gain.bonus if all(_has_ended(deal, user_id) for deal in last) else 0
    return gain._replace(points=_own_points(evening, deals, table, user_id, gain.points), bonus=bonus)


def _rotating(evening: EveningRecord, deals: Deals) -> list[Line]:
    played = [
        (table, table.score.points)
        for one in evening.rounds
        for table in one.tables
        if table.score is not None
    ]
    totals = individual_totals((_numbered(table.seats), points) for table, points in played)
    for table, points in played:
        for seat, user_id in enumerate(table.seats):
            if user_id is not None:
                own = _own_points(evening, deals, table, user_id, points[seat % 2])
                totals[user_id] += own - points[seat % 2]
    return [Line(None, guest, totals[guest.user_id]) for guest in evening.guests if guest.user_id in totals]


def _deals_of(evening: EveningRecord, deals: Deals, table: EveningTable) -> Sequence[DealResult]:
    """The deals of a table, as far as they are known and decide what is a player's own.

    Where a place needs no share of the deals, all that a computer scored is the player's.
    """
    return deals.get(table.table_id or 0, ()) if evening.least_share else ()


def _own_points(evening: EveningRecord, deals: Deals, table: EveningTable, user_id: int, points: int) -> int:
    """The lower of what a player's side scored in all deals of a table and in those that the player ended."""
    played = _deals_of(evening, deals, table)
    if all(_has_ended(deal, user_id) for deal in played):
        return points
    seat = table.seats.index(user_id)
    return min(points, sum(_scored(deal, seat) for deal in played if _has_ended(deal, user_id)))


def _has_ended(deal: DealResult, user_id: int) -> bool:
    """Whether a player, and no computer for them, ended a deal."""
    return any(player.user_id == user_id and not player.is_stand_in for player in deal.players)


def _numbered(seats: Seats) -> Quartet:
    """Four players, a computer by a number that no person has."""
    first, second, third, fourth = (-1 - seat if who is None else who for seat, who in enumerate(seats))
    return first, second, third, fourth


def _duplicate(evening: EveningRecord, deals: Deals) -> list[Line]:
    away = _ended_by_computers(evening, deals)
    own: dict[int, list[Compared]] = {}
    for one in comparisons(evening, deals):
        for user_id in one.entry:
            own.setdefault(user_id, []).append(one)
    lines = []
    for guest in evening.guests:
        compared = own.get(guest.user_id)
        if compared:
            points, matchpoints = _earned(compared, (guest.user_id,), away)
            possible = sum(one.possible for one in compared)
            lines.append(Line(None, guest, points, matchpoints=matchpoints, possible=possible))
    return lines


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
    leaving is no way to keep or to get points: deals that a computer ended for an entry and rounds that it
    missed count as not won, and of the total points the lower with and without those deals.
    """
    compared = comparisons(evening, deals, computers=computers)
    given = duplicate.session(evening.id, compared, entrants)
    if not evening.least_share:
        return given
    away = _ended_by_computers(evening, deals)
    return tuple(_as_earned(evening, one, compared, away) for one in given)


def _as_earned(
    evening: EveningRecord, given: Credit, compared: Sequence[Compared], away: AbstractSet[tuple[int, int]]
) -> Credit:
    """A credit less what computers won for its entry, and with the rounds that the entry missed."""
    own = [one for one in compared if one.possible and set(given.entry) <= set(one.entry)]
    earned = _earned(own, given.entry, away)
    return replace(
        given,
        points=earned.points,
        matchpoints=earned.matchpoints,
        possible=given.possible + _missed(evening, given.entry),
    )


class _Earned(NamedTuple):
    """What an entry of a duplicate evening has of its deals."""

    points: int
    matchpoints: int


def _earned(own: Sequence[Compared], entry: Entry, away: AbstractSet[tuple[int, int]]) -> _Earned:
    """Match points of the deals that no computer ended for an entry; points at most of those and of all."""
    ended = [one for one in own if not any((one.deal, who) in away for who in entry)]
    points = min(sum(one.points for one in own), sum(one.points for one in ended))
    return _Earned(points, sum(one.matchpoints for one in ended))


def _ended_by_computers(evening: EveningRecord, deals: Deals) -> frozenset[tuple[int, int]]:
    """The deals, as they are numbered through the evening, that computers ended for people, with these."""
    return frozenset(
        (number * evening.deals + deal.deal, player.user_id)
        for number, one in enumerate(evening.rounds)
        for table in one.tables
        for deal in _deals_of(evening, deals, table)
        for player in deal.players
        if player.is_stand_in and player.user_id is not None
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
