"""What a match gives a league: for each player or pair whether it was won, and the points.

A result belongs to whoever ended most deals of a seat. A computer that stood in for somebody played for him.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from bot.models.stored_results import DealResult, MatchPlayer, MatchResult
from rules.core.outcome import Ranking

Entry = tuple[int, ...]
"""Who competes: a player, or two who are a pair; ids in ascending order."""


class Entrants(StrEnum):
    """Who competes in a league."""

    PLAYERS = "players"
    """Everybody alone, whoever the partner is."""
    PAIRS = "pairs"


class Abandoned(StrEnum):
    """What a counted match gives that was broken off."""

    VOID = "void"
    """Nothing."""
    LEAVERS_LOSE = "leavers lose"
    """A loss for those who had left without leave, and a win for the others if one side is left of them."""
    AS_IT_STOOD = "as it stood"
    """The result and the points so far, but a loss for those who had left without leave.

    Of a match of several games whoever has won more of them is ahead, then whoever has more points.
    """


class Verdict(StrEnum):
    """How a match went for a side."""

    WON = "won"
    DRAWN = "drawn"
    """Nobody came in before or after the others."""
    LOST = "lost"


class How(StrEnum):
    """How a match came to its end."""

    PLAYED = "played"
    LEFT = "left"
    """Played to its end, and decided by leaving: those who were away have forfeited it."""
    BROKEN_OFF = "broken off"
    FORFEITED = "forfeited"


@dataclass(frozen=True, slots=True)
class Credit:
    """What one match, or one session of duplicate deals, gives a player or a pair."""

    match: int
    entry: Entry
    against: tuple[Entry, ...]
    verdict: Verdict | None
    """None where there is none: duplicate deals are compared, not won."""
    how: How = How.PLAYED
    points: int | None = None
    """As the game counts them; None where cards decide, and for a match of which no deal was scored.

    None, too, for one that was broken off and is lost for those who had left.
    """
    matchpoints: int = 0
    """Won by comparison on duplicate deals."""
    possible: int = 0
    """How many match points could have been won."""


class Seated(NamedTuple):
    """Whose result that of a seat is."""

    end: MatchPlayer
    """Who sat there in the end, and how it ended."""
    holder: int | None
    """Who ended most of its deals, the earlier of equals; None for a computer."""
    counts: bool
    """Whether the match counts for the seat: in a counted one not always, where somebody has left."""
    has_left: bool
    """Whether it was lost by leaving, however the cards fell."""


def seated(match: MatchResult, deals: Iterable[DealResult]) -> tuple[Seated, ...]:
    """Whose match it was, seat by seat; without deals, those who sat there in the end."""
    ended: dict[int, list[int | None]] = {player.seat: [] for player in match.players}
    for deal in sorted(deals, key=attrgetter("deal")):
        for player in deal.players:
            ended.setdefault(player.seat, []).append(player.user_id)
    return tuple(_seated(match, player, ended[player.seat] or [player.user_id]) for player in match.players)


def _seated(match: MatchResult, player: MatchPlayer, ended: Sequence[int | None]) -> Seated:
    ((holder, _),) = Counter(ended).most_common(1)
    return Seated(player, holder, player.counts or not match.counted, match.has_left(player))


def is_among_people(match: MatchResult, seats: Sequence[Seated]) -> bool:
    """Whether every seat was a person's."""
    return len(seats) == match.seats and all(seat.holder is not None for seat in seats)


def credits_of(
    match_id: int,
    match: MatchResult,
    deals: Sequence[DealResult],
    entrants: Entrants,
    abandoned: Abandoned = Abandoned.LEAVERS_LOSE,
    *,
    computers: bool = False,
    plays_for: Mapping[int, Entry] | None = None,
) -> tuple[Credit, ...]:
    """What a match of a league gives; nothing if computers played where they may not fill in.

    ``plays_for`` says by side which pair it played for, where that is not the two who sat there: then the
    pair is credited with what its substitutes did. A player is credited with what he did himself.
    """
    seats = seated(match, deals)
    if not (computers or is_among_people(match, seats)):
        return ()
    sides = _sides(match, seats, entrants, plays_for or {})
    given = _broken_off(match, sides, abandoned) if match.broken_off else _finished(sides)
    how = How.BROKEN_OFF if match.broken_off else How.LEFT if match.is_forfeited else How.PLAYED
    have_points = match.ranking.keeps_points and not (
        match.broken_off and (abandoned is Abandoned.LEAVERS_LOSE or _is_of_no_deal(match, deals))
    )
    return tuple(
        Credit(
            *(match_id, entry, tuple(one for other in sides if other is not side for one in other.members)),
            verdict,
            how,
            _points_of(entry, side, match.ranking) if have_points else None,
        )
        for side, verdicts in zip(sides, given, strict=True)
        for entry, verdict in verdicts.items()
    )


def _is_of_no_deal(match: MatchResult, deals: Sequence[DealResult]) -> bool:
    """Whether a match was lost by leaving before a deal was scored. Real cards may have points alone."""
    return match.is_forfeited and not deals and not any(player.points for player in match.players)


def forfeited(match_id: int, absent: Entry, present: Entry | None) -> tuple[Credit, ...]:
    """What a match gives that was not played because somebody was absent, or both were."""
    if present is None:
        return (Credit(match_id, absent, (), Verdict.LOST, How.FORFEITED),)
    return (
        Credit(match_id, absent, (present,), Verdict.LOST, How.FORFEITED),
        Credit(match_id, present, (absent,), Verdict.WON, How.FORFEITED),
    )


class _Side(NamedTuple):
    """Those who keep a score together, each entry with the seats that are its own."""

    members: Mapping[Entry, tuple[Seated, ...]]
    points: int
    place: int | None
    """As the cards fell, or as it stood."""
    together: tuple[bool, int]
    """What it has in common with the sides that win and lose with it."""
    is_forfeited: bool
    """Whether it has lost by leaving, however its players who stayed did."""
    place_after_leaving: int
    """Where it comes in with the sides that have forfeited at the end."""


_Verdicts = Mapping[Entry, Verdict]


def _sides(
    match: MatchResult, seats: Sequence[Seated], entrants: Entrants, plays_for: Mapping[int, Entry]
) -> list[_Side]:
    numbers = sorted({seat.end.side for seat in seats})
    groups = [tuple(seat for seat in seats if seat.end.side == number) for number in numbers]
    forfeited, places = match.sides_left, match.forfeit_places()
    return [
        _Side(
            members=_members(group, entrants, plays_for.get(number)),
            points=group[0].end.points,
            place=group[0].end.place,
            together=group[0].end.together,
            is_forfeited=number in forfeited,
            place_after_leaving=places[number],
        )
        for number, group in zip(numbers, groups, strict=True)
    ]


def _points_of(entry: Entry, side: _Side, ranking: Ranking) -> int:
    """The points of an entry: of one that has forfeited the worse of those at leaving and at the end."""
    left_with = [seat.end.left_with for seat in side.members[entry] if seat.has_left and side.is_forfeited]
    return min((side.points, *(one for one in left_with if one is not None)), key=ranking.merit)


def _members(
    seats: tuple[Seated, ...], entrants: Entrants, plays_for: Entry | None
) -> dict[Entry, tuple[Seated, ...]]:
    if entrants is Entrants.PLAYERS:
        return {(seat.holder,): (seat,) for seat in seats if seat.holder is not None}
    if plays_for is not None:
        return {plays_for: seats}
    holders = tuple(sorted(seat.holder for seat in seats if seat.holder is not None))
    return {holders: seats} if len(holders) == len(seats) == 2 else {}


def _finished(sides: Sequence[_Side]) -> list[_Verdicts]:
    """What everybody gets for whom the match counts: perhaps only those who have left, and their pairs."""
    return [
        {
            entry: verdict
            for entry, verdict in verdicts.items()
            if any(seat.counts for seat in side.members[entry])
        }
        for side, verdicts in zip(sides, _by_place(sides), strict=True)
    ]


def _by_place(sides: Sequence[_Side]) -> list[_Verdicts]:
    is_draw = len(sides) > 1 and len({side.place for side in sides}) == 1
    if any(side.is_forfeited for side in sides):
        return [_by_forfeit(side, is_draw=is_draw) for side in sides]
    as_played = [
        Verdict.DRAWN if is_draw else Verdict.WON if side.place == 1 else Verdict.LOST for side in sides
    ]
    return [
        {entry: Verdict.LOST if _has_left(entry, side) else verdict for entry in side.members}
        for side, verdict in zip(sides, as_played, strict=True)
    ]


def _by_forfeit(side: _Side, *, is_draw: bool) -> _Verdicts:
    """What a side gets of a match that leaving has decided.

    A player who stayed on a side that was left has no result, or the win that the side had scored.
    """
    if not side.is_forfeited:
        return dict.fromkeys(side.members, Verdict.WON if side.place_after_leaving == 1 else Verdict.LOST)
    left = {entry: Verdict.LOST for entry in side.members if _has_left(entry, side)}
    if side.place != 1 or is_draw:
        return left
    return {entry: left.get(entry, Verdict.WON) for entry in side.members}


def _has_left(entry: Entry, side: _Side) -> bool:
    """Whether an entry has lost by leaving: a player by himself, a pair with whoever sat there for it."""
    seats = side.members[entry]
    return any(seat.has_left and (len(entry) > 1 or seat.end.user_id in entry) for seat in seats)


def _broken_off(match: MatchResult, sides: Sequence[_Side], abandoned: Abandoned) -> list[_Verdicts]:
    match abandoned:
        case Abandoned.LEAVERS_LOSE:
            return _leavers_lose(sides)
        case Abandoned.AS_IT_STOOD if match.ranking.keeps_points:
            return _as_it_stood(match, sides)
        case _:
            return [{} for _ in sides]


def _leavers_lose(sides: Sequence[_Side]) -> list[_Verdicts]:
    leavers = [[entry for entry in side.members if _has_left(entry, side)] for side in sides]
    left = {side.together for side, some in zip(sides, leavers, strict=True) if some}
    stayed = {side.together for side in sides} - left
    is_won = len(stayed) == 1 and bool(left)
    return [
        dict.fromkeys(side.members, Verdict.WON)
        if is_won and side.together in stayed
        else dict.fromkeys(some, Verdict.LOST)
        for side, some in zip(sides, leavers, strict=True)
    ]


def _as_it_stood(match: MatchResult, sides: Sequence[_Side]) -> list[_Verdicts]:
    """By the places that were recorded; by the points of versions that recorded none, and of real cards."""
    if all(side.place is not None for side in sides):
        return _by_place(sides)
    merits = [match.ranking.merit(side.points) for side in sides]
    places = [1 + sum(other > merit for other in merits) for merit in merits]
    return _by_place([side._replace(place=place) for side, place in zip(sides, places, strict=True)])
