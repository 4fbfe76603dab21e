"""The rating model for players and pairs: openskill's Plackett-Luce.

Players and pairs are rated separately, each by family of games (``About.kind``); the caller passes matches of
one family at a time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.models.credits import Entrant, is_among_people, seated
from bot.models.stored_results import DealResult, MatchResult

ESTABLISHED: Final = 25
"""Matches until a rating stops being provisional and gets a place."""

_MEAN: Final = 25.0
_SPREAD: Final = _MEAN / 3
# Four times openskill's default; tests hold the ratings against a plain team Elo and against true skills.
_BETA: Final = 4 * _MEAN / 6
_MODEL: Final = PlackettLuce(mu=_MEAN, sigma=_SPREAD, beta=_BETA)
_MIDDLE: Final = 1500
_SCALE: Final = 15
"""Scaled so that 400 points between two established pairs mean odds of ten to one, as with Elo."""
_KEPT: Final = 0.75
"""Share of a rating's distance from the mean that is kept for the next season."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimated strength of a player or a pair: a normal distribution."""

    mean: float = _MEAN
    spread: float = _SPREAD
    """Standard deviation."""
    matches: int = 0

    @property
    def number(self) -> int:
        """The rating as shown to players; 1500 at first."""
        return _MIDDLE + round((self.mean - _MEAN) * _SCALE)

    @property
    def uncertainty(self) -> int:
        """Half-width of the 95% interval around ``number``, in rating points."""
        return round(2 * self.spread * _SCALE)

    @property
    def is_provisional(self) -> bool:
        """Whether it rests on fewer than ``ESTABLISHED`` matches, and so has no place on a board."""
        return self.matches < ESTABLISHED


NEW: Final = Rating()


class RatedMatch(NamedTuple):
    """A match as the model takes it: the players or pairs of each side, and each side's place."""

    match: int
    sides: tuple[tuple[Entrant, ...], ...]
    places: tuple[int, ...]
    exempt: frozenset[Entrant] = frozenset()
    """Keep their rating: they stayed on a side that forfeited, or in a match lost by its leavers alone."""


class Change(NamedTuple):
    """One rating before and after one match."""

    match: int
    entrant: Entrant
    before: Rating
    after: Rating


def match_of_players(match_id: int, match: MatchResult, deals: Iterable[DealResult]) -> RatedMatch | None:
    """A match as it is rated for players; None if it is not rated.

    Rated is a counted match, played to its end, that counts for all of its people or was lost by its leavers
    alone; a stand-in computer does not prevent it. Sides that forfeited, and leavers who lost alone,
    are placed last, and the match is not rated if no other side remains.
    """
    seats = seated(match, deals)
    is_alone = match.lost_by_leavers_alone
    left = match.sides_of_leavers if is_alone else match.sides_left
    after_leaving = match.places_behind(left)
    sides: dict[int, list[Entrant]] = {}
    places: dict[int, int] = {}
    for seat in seats:
        if seat.holder is not None and seat.end.place is not None and (seat.counts or is_alone):
            sides.setdefault(seat.end.side, []).append((seat.holder,))
            places[seat.end.side] = after_leaving[seat.end.side] if left else seat.end.place
    everyone = [entrant for side in sides.values() for entrant in side]
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
    """The same match as it is rated for pairs; None unless each side is a pair."""
    if match is None or any(len(side) != 2 for side in match.sides):
        return None
    pairs = tuple((tuple(sorted(player for (player,) in side)),) for side in match.sides)
    exempt = (pair for (pair,) in pairs if all((player,) in match.exempt for player in pair))
    return match._replace(sides=pairs, exempt=frozenset(exempt))


def rate(ratings: Mapping[Entrant, Rating], match: RatedMatch) -> tuple[Change, ...]:
    """Rating changes from one match, without exempt players or pairs. Missing ratings start new."""
    before = [[ratings.get(entrant, NEW) for entrant in side] for side in match.sides]
    outcomes = [
        _MODEL.rate([[_MODEL.rating(one.mean, one.spread) for one in side] for side in before], ranks=ranks)
        for ranks in _rankings(match.places)
    ]
    return tuple(
        Change(match.match, entrant, old, _average([way[side][place] for way in outcomes], old.matches + 1))
        for side, entrants in enumerate(match.sides)
        for place, (entrant, old) in enumerate(zip(entrants, before[side], strict=True))
        if entrant not in match.exempt
    )


def _rankings(places: Sequence[int]) -> list[list[float]]:
    """All rankings without ties: sides that share a place take each of its ranks equally often."""
    # openskill's own ties distort: of five, two sharing first would gain less than the third.
    sharing = [[side for side, other in enumerate(places) if other == place] for place in places]
    return [
        [
            float(place + (sharing[side].index(side) + turn) % len(sharing[side]))
            for side, place in enumerate(places)
        ]
        for turn in range(math.lcm(*map(len, sharing)))
    ]


def _average(outcomes: Sequence[PlackettLuceRating], matches: int) -> Rating:
    """The mean of the ratings that the tie-breaking rankings lead to."""
    return Rating(
        math.fsum(way.mu for way in outcomes) / len(outcomes),
        math.fsum(way.sigma for way in outcomes) / len(outcomes),
        matches,
    )


def replay(matches: Iterable[RatedMatch], start: Mapping[Entrant, Rating] | None = None) -> list[Change]:
    """All rating changes from matches in order; ``start`` has earlier ratings. Pass no voided match."""
    ratings = dict(start or {})
    changes: list[Change] = []
    for match in matches:
        made = rate(ratings, match)
        ratings.update((change.entrant, change.after) for change in made)
        changes += made
    return changes


def carried_over(rating: Rating) -> Rating:
    """The rating at the start of the next season: closer to the mean, less certain, provisional again."""
    lost = 1 - _KEPT**2
    return Rating(
        mean=_MEAN + _KEPT * (rating.mean - _MEAN),
        spread=math.sqrt(_KEPT**2 * rating.spread**2 + lost * _SPREAD**2),
    )
