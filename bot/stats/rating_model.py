"""Ratings: how good players and fixed pairs are, as far as their results tell.

openskill's Plackett-Luce, with a beta of four times its default: that one is for games of skill, and is far
too sure of itself where as much is luck as in Rook. Ratings are kept for each family of games
(``About.kind``), for players and for pairs by themselves: passed here are the matches of one of these.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.models.credits import Entry, is_among_people, seated
from bot.models.stored_results import DealResult, MatchResult

ESTABLISHED: Final = 25
"""From so many matches on a rating is no longer provisional: before that, a table of ratings says little."""

_MEAN: Final = 25.0
_SPREAD: Final = _MEAN / 3
_BETA: Final = 4 * _MEAN / 6
_MODEL: Final = PlackettLuce(mu=_MEAN, sigma=_SPREAD, beta=_BETA)
_MIDDLE: Final = 1500
_SCALE: Final = 15
"""With it, 400 between the averages of two well-known pairs are worth ten to one, as with Elo."""
_KEPT: Final = 0.75
"""What of a rating's distance from the middle lasts until the next season."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player's or a pair's strength."""

    mean: float = _MEAN
    spread: float = _SPREAD
    """One standard deviation."""
    matches: int = 0

    @property
    def number(self) -> int:
        """The rating as it is shown: 1500 for everybody at first."""
        return _MIDDLE + round((self.mean - _MEAN) * _SCALE)

    @property
    def uncertainty(self) -> int:
        """The true strength is within so many points of the number, nineteen times in twenty."""
        return round(2 * self.spread * _SCALE)

    @property
    def is_provisional(self) -> bool:
        """Whether too few matches stand behind it for a place among others."""
        return self.matches < ESTABLISHED


NEW: Final = Rating()


class RatedMatch(NamedTuple):
    """A match as it is rated: those who played on each side, and where each side came in."""

    match: int
    sides: tuple[tuple[Entry, ...], ...]
    places: tuple[int, ...]
    exempt: frozenset[Entry] = frozenset()
    """Those whose rating it leaves as it is: they stayed on a side that has forfeited, or it counts for the
    leavers alone."""


class Change(NamedTuple):
    """What one match did to one rating."""

    match: int
    entry: Entry
    before: Rating
    after: Rating


def match_of_players(match_id: int, match: MatchResult, deals: Iterable[DealResult]) -> RatedMatch | None:
    """A match as it is rated for players; None where it is not.

    Rated is a counted match that people played to its end, and that counts for all of them, or was lost by
    its leavers alone. A computer that stood in for somebody is no way out of it. The sides of leavers who
    have forfeited or lost alone come last, and nothing is rated if there are no others.
    """
    seats = seated(match, deals)
    is_alone = match.lost_by_leavers_alone
    left = match.sides_of_leavers if is_alone else match.sides_left
    after_leaving = match.places_behind(left)
    sides: dict[int, list[Entry]] = {}
    places: dict[int, int] = {}
    for seat in seats:
        if seat.holder is not None and seat.end.place is not None and (seat.counts or is_alone):
            sides.setdefault(seat.end.side, []).append((seat.holder,))
            places[seat.end.side] = after_leaving[seat.end.side] if left else seat.end.place
    everyone = [entry for side in sides.values() for entry in side]
    is_rated = (
        *(match.counted, not match.broken_off, is_among_people(match, seats), len(sides) > 1),
        len(set(everyone)) == match.seats,
        len({len(side) for side in sides.values()}) == 1,
        not left or len(left) < len(sides),
    )
    if not all(is_rated):
        return None
    return RatedMatch(
        match_id,
        tuple(tuple(side) for side in sides.values()),
        tuple(places[side] for side in sides),
        frozenset(
            (seat.holder,)
            for seat in seats
            if seat.holder is not None and not seat.has_left and (is_alone or seat.end.side in left)
        ),
    )


def match_of_pairs(match: RatedMatch | None) -> RatedMatch | None:
    """The same match as it is rated for pairs; None where no pairs played it.

    A pair is exempt if both of its players are.
    """
    if match is None or any(len(side) != 2 for side in match.sides):
        return None
    pairs = tuple((tuple(sorted(player for (player,) in side)),) for side in match.sides)
    exempt = (pair for (pair,) in pairs if all((player,) in match.exempt for player in pair))
    return match._replace(sides=pairs, exempt=frozenset(exempt))


def rate(ratings: Mapping[Entry, Rating], match: RatedMatch) -> tuple[Change, ...]:
    """What a match does to the ratings of those who played it and are not exempt; whoever has none is new."""
    before = [[ratings.get(entry, NEW) for entry in side] for side in match.sides]
    ways = [
        _MODEL.rate([[_MODEL.rating(one.mean, one.spread) for one in side] for side in before], ranks=ranks)
        for ranks in _ways(match.places)
    ]
    return tuple(
        Change(match.match, entry, old, _average([way[side][place] for way in ways], old.matches + 1))
        for side, entries in enumerate(match.sides)
        for place, (entry, old) in enumerate(zip(entries, before[side], strict=True))
        if entry not in match.exempt
    )


def _ways(places: Sequence[int]) -> list[list[float]]:
    """The ranks without ties: those who share a place have each of its ranks in turn, equally often.

    openskill's own ties are none: of five, two who share the first place would gain less than the third.
    """
    sharing = [[side for side, other in enumerate(places) if other == place] for place in places]
    return [
        [
            float(place + (sharing[side].index(side) + turn) % len(sharing[side]))
            for side, place in enumerate(places)
        ]
        for turn in range(math.lcm(*map(len, sharing)))
    ]


def _average(ways: Sequence[PlackettLuceRating], matches: int) -> Rating:
    """What a match does to a rating on average, of the ways in which its ties may be broken."""
    return Rating(
        math.fsum(way.mu for way in ways) / len(ways),
        math.fsum(way.sigma for way in ways) / len(ways),
        matches,
    )


def replay(matches: Iterable[RatedMatch], start: Mapping[Entry, Rating] | None = None) -> list[Change]:
    """All changes that matches make, in their order, from ratings to begin with.

    After a match was voided it is left out, and everything is as if it had never been played.
    """
    ratings = dict(start or {})
    changes: list[Change] = []
    for match in matches:
        made = rate(ratings, match)
        ratings.update((change.entry, change.after) for change in made)
        changes += made
    return changes


def carried_over(rating: Rating) -> Rating:
    """What a rating is at the start of the next season: nearer to the middle, less certain, provisional."""
    lost = 1 - _KEPT**2
    return Rating(
        mean=_MEAN + _KEPT * (rating.mean - _MEAN),
        spread=math.sqrt(_KEPT**2 * rating.spread**2 + lost * _SPREAD**2),
    )
