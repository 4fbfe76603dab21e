"""League results of a match: the verdict and the points of each player or pair.

A seat's result belongs to the player who ended most of its deals. A stand-in computer plays for its player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from bot.models.stored_results import DealResult, MatchPlayer, MatchResult
from rules.core.outcome import Ranking

Entrant = tuple[int, ...]
"""Who competes: a player, or the two of a pair; user ids in ascending order."""


class Competing(StrEnum):
    """Who competes in a league, or is compared in a leaderboard."""

    PLAYERS = "players"
    """Each player alone, with changing partners."""
    PAIRS = "pairs"
    """Two partners; in a league they stay together for a season."""

    @property
    def size(self) -> int:
        """The number of people in one entrant: 1 for players, 2 for pairs."""
        return 1 if self is Competing.PLAYERS else 2


class Abandoned(StrEnum):
    """What a counted match broken off gives in a league: no result, losses for leavers, or how it stood."""

    VOID = "void"
    """No win, no loss, no points."""
    LEAVERS_LOSE = "leavers lose"
    """A loss for players who left without leave, and a win for the others if only one side is left."""
    AS_IT_STOOD = "as it stood"
    """The result and the points so far, but a loss for players who left without leave.

    In a match of several games the side that has won more games is ahead, then the one with more points.
    """


class Verdict(StrEnum):
    """The result of a match for a side."""

    WON = "won"
    DRAWN = "drawn"
    """All sides share one place."""
    LOST = "lost"


class How(StrEnum):
    """How an entrant's match ended: played, decided by leaving, broken off, or forfeited unplayed."""

    PLAYED = "played"
    LEFT = "left"
    """Lost by leaving, or won because opponents left a match that was played to its end."""
    BROKEN_OFF = "broken off"
    FORFEITED = "forfeited"


@dataclass(frozen=True, slots=True)
class Credit:
    """The result of one match, or of one evening of duplicate deals, for a player or a pair."""

    match: int
    entrant: Entrant
    against: tuple[Entrant, ...]
    verdict: Verdict | None
    """None for duplicate deals, which are compared, not won."""
    how: How = How.PLAYED
    points: int | None = None
    """The side's points in the game. None if the game is not won by points, if no deal was scored, and for a
    match broken off that is lost for those who had left.
    """
    matchpoints: int = 0
    """Match points won on duplicate deals."""
    possible: int = 0
    """Most match points that could have been won."""


class Seated(NamedTuple):
    """A seat's result and the player it belongs to."""

    end: MatchPlayer
    """The player at the end of the match, with the seat's result."""
    holder: int | None
    """User id of the player who ended most of the seat's deals, the first of equals; None for a computer."""
    counts: bool
    """Whether the match counts for the seat. In a counted match it may not, if a player has left."""
    has_left: bool
    """Whether the seat has lost by leaving, regardless of the cards."""


def seated(match: MatchResult, deals: Iterable[DealResult]) -> tuple[Seated, ...]:
    """Each seat's result with its holder, by seat; without recorded deals, the player at the end holds it."""
    ended: dict[int, list[int | None]] = {player.seat: [] for player in match.players}
    for deal in sorted(deals, key=attrgetter("deal")):
        for player in deal.players:
            ended.setdefault(player.seat, []).append(player.user_id)
    return tuple(_seated(match, player, ended[player.seat] or [player.user_id]) for player in match.players)


def _seated(match: MatchResult, player: MatchPlayer, ended: Sequence[int | None]) -> Seated:
    ((holder, _),) = Counter(ended).most_common(1)
    return Seated(player, holder, player.counts or not match.counted, match.has_left(player))


def is_among_people(match: MatchResult, seats: Sequence[Seated]) -> bool:
    """Whether every seat's result belongs to a person."""
    return len(seats) == match.seats and all(seat.holder is not None for seat in seats)


def credits_of(
    match_id: int,
    match: MatchResult,
    deals: Sequence[DealResult],
    competing: Competing,
    abandoned: Abandoned = Abandoned.LEAVERS_LOSE,
    *,
    computers: bool = False,
    plays_for: Mapping[int, Entrant] | None = None,
) -> tuple[Credit, ...]:
    """The league results of a match. Empty if a computer held a seat and ``computers`` is False.

    ``plays_for`` maps a side to the pair it played for with substitutes: that pair gets the result. Players
    are credited with their own results only.
    """
    seats = seated(match, deals)
    if not (computers or is_among_people(match, seats)):
        return ()
    sides = _sides(match, seats, competing, plays_for or {})
    given = _broken_off(match, sides, abandoned) if match.broken_off else _finished(sides)
    have_points = match.ranking.keeps_points and not (
        match.broken_off and (abandoned is Abandoned.LEAVERS_LOSE or _is_of_no_deal(match, deals))
    )
    return tuple(
        Credit(
            *(match_id, entrant, tuple(one for other in sides if other is not side for one in other.members)),
            verdict,
            _how(match, side, entrant, verdict),
            _points_of(entrant, side, match.ranking) if have_points else None,
        )
        for side, verdicts in zip(sides, given, strict=True)
        for entrant, verdict in verdicts.items()
    )


def _how(match: MatchResult, side: _Side, entrant: Entrant, verdict: Verdict) -> How:
    if verdict is Verdict.LOST and _has_left(entrant, side):
        return How.LEFT
    if match.broken_off:
        return How.BROKEN_OFF
    is_forfeited = match.is_forfeited and verdict is Verdict.WON and not side.is_forfeited
    return How.LEFT if is_forfeited else How.PLAYED


def with_winners(match: MatchResult, abandoned: Abandoned) -> MatchResult:
    """A season's match; one that was broken off gets the winners that the season's standings count."""
    if not match.broken_off:
        return match
    given = credits_of(0, match, (), Competing.PLAYERS, abandoned, computers=True)
    won = {credit.entrant for credit in given if credit.verdict is Verdict.WON}
    players = tuple(
        replace(one, won=one.user_id is not None and (one.user_id,) in won) for one in match.players
    )
    return replace(match, players=players)


def _is_of_no_deal(match: MatchResult, deals: Sequence[DealResult]) -> bool:
    """Whether a match was forfeited before a deal was scored. Real cards may have points without deals."""
    return match.is_forfeited and not deals and not any(player.points for player in match.players)


def forfeited(match_id: int, absent: Entrant, present: Entrant | None) -> tuple[Credit, ...]:
    """Results of a scheduled match not played: a loss for ``absent``, a win for ``present`` unless None."""
    if present is None:
        return (Credit(match_id, absent, (), Verdict.LOST, How.FORFEITED),)
    return (
        Credit(match_id, absent, (present,), Verdict.LOST, How.FORFEITED),
        Credit(match_id, present, (absent,), Verdict.WON, How.FORFEITED),
    )


class _Side(NamedTuple):
    """Players who share a score, each entrant with its seats."""

    members: Mapping[Entrant, tuple[Seated, ...]]
    points: int
    place: int | None
    """By the cards, or as the match stood; None if not recorded."""
    together: tuple[bool, int]
    """Equal for sides that win and lose together, as partners who each keep a score."""
    is_forfeited: bool
    """Whether a player of it has left and so forfeited the match for the side."""
    place_after_leaving: int
    """Its place when sides that have forfeited come last."""


_Verdicts = Mapping[Entrant, Verdict]


def _sides(
    match: MatchResult, seats: Sequence[Seated], competing: Competing, plays_for: Mapping[int, Entrant]
) -> list[_Side]:
    numbers = sorted({seat.end.side for seat in seats})
    groups = [tuple(seat for seat in seats if seat.end.side == number) for number in numbers]
    forfeited, places = match.sides_left, match.forfeit_places()
    return [
        _Side(
            members=_members(group, competing, plays_for.get(number)),
            points=group[0].end.points,
            place=group[0].end.place,
            together=group[0].end.together,
            is_forfeited=number in forfeited,
            place_after_leaving=places[number],
        )
        for number, group in zip(numbers, groups, strict=True)
    ]


def _points_of(entrant: Entrant, side: _Side, ranking: Ranking) -> int:
    """The points of an entrant. If it forfeited: the lower of its points when leaving and at the end."""
    left_with = [seat.end.left_with for seat in side.members[entrant] if seat.has_left and side.is_forfeited]
    return min((side.points, *(one for one in left_with if one is not None)), key=ranking.merit)


def _members(
    seats: tuple[Seated, ...], competing: Competing, plays_for: Entrant | None
) -> dict[Entrant, tuple[Seated, ...]]:
    if competing is Competing.PLAYERS:
        return {(seat.holder,): (seat,) for seat in seats if seat.holder is not None}
    if plays_for is not None:
        return {plays_for: seats}
    holders = tuple(sorted(seat.holder for seat in seats if seat.holder is not None))
    return {holders: seats} if len(holders) == len(seats) == 2 else {}


def _finished(sides: Sequence[_Side]) -> list[_Verdicts]:
    """Verdicts by side, without entrants that the match does not count for; perhaps only those who left."""
    return [
        {
            entrant: verdict
            for entrant, verdict in verdicts.items()
            if any(seat.counts for seat in side.members[entrant])
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
        {entrant: Verdict.LOST if _has_left(entrant, side) else verdict for entrant in side.members}
        for side, verdict in zip(sides, as_played, strict=True)
    ]


def _by_forfeit(side: _Side, *, is_draw: bool) -> _Verdicts:
    """Verdicts of a side's entrants in a match decided by a forfeit.

    A player who stayed on a side that forfeited gets no verdict, or the win that the side had scored.
    """
    if not side.is_forfeited:
        return dict.fromkeys(side.members, Verdict.WON if side.place_after_leaving == 1 else Verdict.LOST)
    left = {entrant: Verdict.LOST for entrant in side.members if _has_left(entrant, side)}
    if side.place != 1 or is_draw:
        return left
    return {entrant: left.get(entrant, Verdict.WON) for entrant in side.members}


def _has_left(entrant: Entrant, side: _Side) -> bool:
    """Whether an entrant has lost by leaving: a player alone, a pair also through its substitutes."""
    seats = side.members[entrant]
    return any(seat.has_left and (len(entrant) > 1 or seat.end.user_id in entrant) for seat in seats)


def _broken_off(match: MatchResult, sides: Sequence[_Side], abandoned: Abandoned) -> list[_Verdicts]:
    match abandoned:
        case Abandoned.LEAVERS_LOSE:
            return _leavers_lose(sides)
        case Abandoned.AS_IT_STOOD if match.ranking.keeps_points:
            return _as_it_stood(match, sides)
        case _:
            return [{} for _ in sides]


def _leavers_lose(sides: Sequence[_Side]) -> list[_Verdicts]:
    leavers = [[entrant for entrant in side.members if _has_left(entrant, side)] for side in sides]
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
    """Verdicts by recorded places; by points if a place is missing, as in old records and with real cards."""
    if all(side.place is not None for side in sides):
        return _by_place(sides)
    merits = [match.ranking.merit(side.points) for side in sides]
    places = [1 + sum(other > merit for other in merits) for merit in merits]
    return _by_place([side._replace(place=place) for side, place in zip(sides, places, strict=True)])


class Named(NamedTuple):
    """A player or a pair with their latest names, as stored."""

    entrant: Entrant
    names: tuple[str, ...]


class StoredCredit(NamedTuple):
    """A league result, and when its match ended, in epoch seconds."""

    credit: Credit
    finished_at: float
