"""Scores and places of an evening's guests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from bot.evening import duplicate, progressive
from bot.evening.duplicate import Compared, Scored
from bot.evening.progressive import Gain
from bot.evening.seating import as_played
from bot.models.credits import Competing, Credit, Entrant
from bot.models.evening_kinds import EveningKind
from bot.models.stored_evenings import EveningGuest, EveningRecord, EveningTable
from bot.models.stored_results import DealResult


class Line(NamedTuple):
    """A guest's place (None without one), points, bonus and match points at an evening."""

    place: int | None
    """Equals share a place, and the next one is skipped.

    None for guests who played too few of the deals, or none that could be compared.
    """
    guest: EveningGuest
    points: int
    """Points of the own side, the average for a rest; the lower sum with or without computers' deals."""
    bonus: int = 0
    """In a progressive party: 50 for each table won, if the guest ended its last deal themselves."""
    matchpoints: int = 0
    """Match points of a duplicate evening."""
    possible: int = 0

    @property
    def total(self) -> int:
        """Points and bonus, which decide the place; in a duplicate evening only between equal shares."""
        return self.points + self.bonus

    @property
    def share(self) -> Fraction:
        """Share of the possible match points that were won; one half if none were possible."""
        return Fraction(self.matchpoints, self.possible) if self.possible else Fraction(1, 2)


Deals = Mapping[int, Sequence[DealResult]]
"""Scored deals by table id."""
PlayedBy = Mapping[tuple[int, int], int]
"""Number of deals a player ended themselves, by table id and user id."""


def standing(evening: EveningRecord, deals: Deals, played: PlayedBy) -> tuple[Line, ...]:
    """Scores of all guests who have played or rested, best first; those without a place come last.

    Empty if no deal was scored at any table. ``deals`` are needed for a duplicate evening, and for tables
    at which a computer ended a deal for a player.
    """
    found = _lines(evening, deals) if evening.has_scores else []

    def worth(line: Line) -> tuple[Fraction, int]:
        return line.share if evening.kind is EveningKind.DUPLICATE else Fraction(0), line.total

    with_place = [line for line in found if _has_place(evening, line, played)]
    every = [worth(line) for line in with_place]
    placed = [line._replace(place=1 + sum(other > worth(line) for other in every)) for line in with_place]
    others = [line for line in found if line not in with_place]
    return (*sorted(placed, key=worth, reverse=True), *sorted(others, key=worth, reverse=True))


def _has_place(evening: EveningRecord, line: Line, played: PlayedBy) -> bool:
    """Whether a guest has played enough deals for a place; a rest in turn counts as playing the round."""
    if evening.kind is EveningKind.DUPLICATE and not line.possible:
        return False
    user_id = line.guest.user_id
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
    """What a player earned in a round; without the bonus if a computer ended the last deal for them."""
    if gain.table is None:
        return gain
    table = evening.rounds[gain.round - 1].tables[gain.table - 1]
    last = _deals_of(evening, deals, table)[-1:]
    bonus = gain.bonus if all(_has_ended(deal, user_id) for deal in last) else 0
    return gain._replace(points=_own_points(evening, deals, table, user_id, gain.points), bonus=bonus)


def _rotating(evening: EveningRecord, deals: Deals) -> list[Line]:
    totals = Counter[int]()
    for table in (table for one in evening.rounds for table in one.tables):
        for seat, user_id in enumerate(table.seats):
            if user_id is not None and table.score is not None:
                points = table.score.points[seat % 2]
                totals[user_id] += _own_points(evening, deals, table, user_id, points)
    return [Line(None, guest, totals[guest.user_id]) for guest in evening.guests if guest.user_id in totals]


def _deals_of(evening: EveningRecord, deals: Deals, table: EveningTable) -> Sequence[DealResult]:
    """The known deals of a table, if deals that a computer ended must be discounted; else empty."""
    # Without a least share of deals for a place, all that a computer scored is the player's.
    return deals.get(table.table_id or 0, ()) if evening.least_share else ()


def _own_points(evening: EveningRecord, deals: Deals, table: EveningTable, user_id: int, points: int) -> int:
    """The lower of the points of a player's side in all deals of a table and in those the player ended."""
    played = _deals_of(evening, deals, table)
    if all(_has_ended(deal, user_id) for deal in played):
        return points
    seat = table.seats.index(user_id)
    return min(points, sum(_scored(deal, seat) for deal in played if _has_ended(deal, user_id)))


def _has_ended(deal: DealResult, user_id: int) -> bool:
    """Whether a player ended a deal themselves, without a stand-in computer."""
    return any(player.user_id == user_id and not player.is_stand_in for player in deal.players)


def _duplicate(evening: EveningRecord, deals: Deals) -> list[Line]:
    away = _ended_by_computers(evening, deals)
    own: dict[int, list[Compared]] = {}
    for one in comparisons(evening, deals):
        for user_id in one.entrant:
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
    """Each pair's result of each deal against other tables', for rounds that all tables have finished.

    Deals are numbered through the evening. Extra deals of a table are left out; so are, if ``computers`` is
    False, tables that had a computer from the start.
    """
    return duplicate.compared(
        Scored(
            number * evening.deals + deal.deal,
            (_people(table.seats[::2]), _people(table.seats[1::2])),
            (_scored(deal, 0), _scored(deal, 1)),
            deal.dealer,
        )
        for number, one in enumerate(evening.rounds)
        if one.is_over
        for table in one.tables
        if table.table_id is not None and (computers or None not in table.seats)
        for deal in deals.get(table.table_id, ())
        if deal.deal <= evening.deals
    )


def credits_of(
    evening: EveningRecord, deals: Deals, competing: Competing, *, computers: bool
) -> tuple[Credit, ...]:
    """League results of a duplicate evening: match points and points of each entrant.

    ``computers`` says whether tables with a computer count. If a place needs a share of the deals, those
    that a computer ended for an entrant, and rounds it missed, count as not won; its points are the lower sum
    with or without those deals.
    """
    compared = comparisons(evening, deals, computers=computers)
    given = duplicate.credits_of(evening.id, compared, competing)
    if not evening.least_share:
        return given
    away = _ended_by_computers(evening, deals)
    return tuple(_as_earned(evening, one, compared, away) for one in given)


def _as_earned(
    evening: EveningRecord, given: Credit, compared: Sequence[Compared], away: AbstractSet[tuple[int, int]]
) -> Credit:
    """A credit without what computers won for its entrant, with the rounds the entrant missed as possible."""
    own = [one for one in compared if one.possible and set(given.entrant) <= set(one.entrant)]
    points, matchpoints = _earned(own, given.entrant, away)
    possible = given.possible + _missed(evening, given.entrant)
    return replace(given, points=points, matchpoints=matchpoints, possible=possible)


def _earned(own: Sequence[Compared], entrant: Entrant, away: AbstractSet[tuple[int, int]]) -> tuple[int, int]:
    """An entrant's points in all deals or in those it ended, if fewer, and the latter's match points."""
    ended = [one for one in own if not any((one.deal, who) in away for who in entrant)]
    points = min(sum(one.points for one in own), sum(one.points for one in ended))
    return points, sum(one.matchpoints for one in ended)


def _ended_by_computers(evening: EveningRecord, deals: Deals) -> frozenset[tuple[int, int]]:
    """Pairs (deal, user id) that a computer ended, numbered through the evening, without extra deals."""
    return frozenset(
        (number * evening.deals + deal.deal, player.user_id)
        for number, one in enumerate(evening.rounds)
        for table in one.tables
        for deal in _deals_of(evening, deals, table)
        for player in deal.players
        if deal.deal <= evening.deals and player.is_stand_in and player.user_id is not None
    )


def _missed(evening: EveningRecord, entrant: Entrant) -> int:
    """Possible match points of the rounds that an entrant has missed since its first.

    Rounds before joining late, or spent waiting for a seat, are not missed.
    """
    # Rounds count even if they could not be compared: that may be due to the entrant's leaving.
    were_there = [one.people.issuperset(entrant) for one in evening.rounds if one.is_over]
    after_first = list(zip(evening.rounds, were_there, strict=False))[were_there.index(True) :]
    return sum(
        duplicate.WIN * evening.deals * (len(one.tables) - 1)
        for one, was_there in after_first
        if not was_there
    )


def _people(seats: Sequence[int | None]) -> tuple[int, ...]:
    """User ids of a pair's players, ascending."""
    return tuple(sorted(who for who in seats if who is not None))


def _scored(deal: DealResult, seat: int) -> int:
    return next((side.scored for side in deal.sides if seat in side.seats), 0)
