"""What one result gives the book: what everybody did, how it is rated, what it gives the season it was for.

All of it follows from the result and the terms of its season, so it can be made anew at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.models.boards import Games, Period
from bot.models.credits import Abandoned, Credit, Entrants, Entry, credits_of
from bot.models.endings import Leaving
from bot.models.figures import Played, played_in
from bot.models.stored_results import DealResult, MatchPlayer, MatchResult
from bot.stats.rating_model import RatedMatch, match_of_pairs, match_of_players
from rules.core.outcome import Ranking


@dataclass(frozen=True, slots=True)
class SeasonTerms:
    """What a match of a season goes by."""

    season_id: int
    entrants: Entrants
    computers: bool
    """Whether they were allowed to fill in when its table was opened."""
    abandoned: Abandoned
    plays_for: Mapping[int, Entry]
    """By side, the pair it played for; sides that played for themselves are not in it."""
    points: Mapping[int, int]
    """By side, the points as they were corrected; empty where they stand."""
    is_void: bool = False
    """Whether it is as if it had never been played."""
    is_final: bool = False
    """Whether the table of the season is final: then the match gives it nothing any more."""
    closed_at: float | None = None
    """When the season was closed, in epoch seconds; None while it goes on."""

    def of_match_ended(self, at: float) -> SeasonTerms:
        """What a match goes by that ended then: after its season, the table is final before it is made."""
        is_late = self.closed_at is not None and at > self.closed_at
        return replace(self, is_final=True) if is_late else self


class Heading(NamedTuple):
    """What a match is booked under."""

    guild_id: int
    game: str
    family: str
    finished_at: float
    is_counted: bool
    """Whether it counts at all; patiences do not."""
    season_id: int | None

    is_alone: bool
    """Whether it was played alone: that is no part of what is summed over several games."""
    has_computers: bool = False
    """Whether it was casual, and a computer had a seat of its own."""

    @property
    def periods(self) -> tuple[Period, ...]:
        """The periods it belongs to."""
        seasons = () if self.season_id is None else (Period.season(self.season_id),)
        if not self.is_counted:
            return (Period.COMPUTERS if self.has_computers else Period.CASUAL, *seasons)
        return (Period.EVER, *Period.of(self.finished_at), *seasons)

    @property
    def games(self) -> tuple[Games, ...]:
        """The groups of games it belongs to."""
        own = Games.game(self.game)
        return (own,) if self.is_alone else (Games.ALL, Games.family(self.family), own)


@dataclass(frozen=True, slots=True)
class Booked:
    """All that a match gives."""

    heading: Heading
    played: tuple[Played, ...]
    rated: tuple[RatedMatch, ...]
    """For players, and for pairs where pairs played it; nothing where it is not rated."""
    boards: tuple[str, ...]
    """The ratings it is part of, by key."""
    credits: tuple[Credit, ...]


def booked(
    match_id: int,
    match: MatchResult,
    deals: Sequence[DealResult],
    family: str,
    terms: SeasonTerms | None = None,
) -> Booked | None:
    """What a match gives; None where it is void."""
    if terms is not None:
        if terms.is_void:
            return None
        match = corrected(match, terms.points)
    is_alone = match.ranking is Ranking.SOLVED
    season_id = None if terms is None else terms.season_id
    is_counted = match.counted and not is_alone
    heading = Heading(
        guild_id=match.guild_id,
        game=match.game,
        family=family,
        finished_at=match.finished_at,
        is_counted=is_counted,
        season_id=season_id,
        is_alone=is_alone,
        has_computers=not is_counted and any(map(_is_computers, match.players)),
    )
    for_players = match_of_players(match_id, match, deals)
    rated = tuple(one for one in (for_players, match_of_pairs(for_players)) if one is not None)
    boards = [rating_board(family=family)]
    given: tuple[Credit, ...] = ()
    if terms is not None and not terms.is_final:
        boards.append(rating_board(season_id=terms.season_id))
        given = credits_of(
            *(match_id, match, deals, terms.entrants, terms.abandoned),
            computers=terms.computers,
            plays_for=terms.plays_for,
        )
    return Booked(heading, played_in(match, deals), rated, tuple(boards) if rated else (), given)


def _is_computers(player: MatchPlayer) -> bool:
    """Whether a seat was a computer's own, not one of somebody who was away."""
    return player.user_id is None and player.computer is not None


def rating_board(*, family: str = "bidding", season_id: int | None = None) -> str:
    """The key of the ratings of a family of games in a server, or of a season."""
    return Games.family(family).key if season_id is None else Period.season(season_id).key


def corrected(match: MatchResult, points: Mapping[int, int]) -> MatchResult:
    """A match with other points for some sides; where these decide, everybody's place follows from them.

    An organizer who corrects a match played to its end has set its result: no one has forfeited it by leaving
    any more. In matches that go by a server's setting of *leaving* a player who had left and had not won has
    not won by that either. No one has won a match that was broken off.
    """
    if not points or not match.ranking.keeps_points:
        return match
    if match.is_decided_by_leaving:
        match = replace(match, leaving=Leaving.PLAYED)
    players = [replace(one, points=points.get(one.side, one.points)) for one in match.players]
    return replace(match, players=tuple(_placed(players, match)))


def _placed(players: Sequence[MatchPlayer], match: MatchResult) -> Iterator[MatchPlayer]:
    merits = {one.side: match.ranking.merit(one.points) for one in players}
    for one in players:
        place = 1 + sum(merit > merits[one.side] for merit in merits.values())
        has_left = match.has_left(one) if match.leaving is not None else one.is_away and not one.won
        has_lost = match.broken_off or has_left
        yield replace(one, place=place, won=place == 1 and not has_lost)
