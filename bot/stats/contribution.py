"""What one match contributes to the ledger (figures, ratings, season credits), computed from its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.models.boards import Games, Period
from bot.models.credits import Abandoned, Competing, Credit, Entrant, credits_of
from bot.models.endings import Leaving
from bot.models.stored_figures import Played, played_in
from bot.models.stored_results import DealResult, MatchPlayer, MatchResult
from bot.stats.rating_model import RatedMatch, match_of_pairs, match_of_players
from rules.core.outcome import Ranking


@dataclass(frozen=True, slots=True)
class SeasonTerms:
    """Rules and rulings of a season that decide what one of its matches contributes."""

    season_id: int
    competing: Competing
    computers: bool
    """Whether the season let computers fill in when the match's table was opened."""
    abandoned: Abandoned
    plays_for: Mapping[int, Entrant]
    """The pair each side played for, by side; sides that played for themselves are left out."""
    points: Mapping[int, int]
    """Points corrected by an organizer, by side; empty without a correction."""
    is_void: bool = False
    """Whether an organizer voided the match."""
    is_final: bool = False
    """Whether the season's standings are final: the match no longer changes its credits and ratings."""
    closed_at: float | None = None
    """When the season was closed, in epoch seconds; None while it is open."""

    def of_match_ended(self, at: float) -> SeasonTerms | None:
        """The terms of a match that ended at ``at``; None if the season was closed by then."""
        return None if self.closed_at is not None and at > self.closed_at else self


class Heading(NamedTuple):
    """The match row of the ledger: where a match's figures are added up."""

    guild_id: int
    game: str
    family: str
    finished_at: float
    is_counted: bool
    """Whether the match counts for the leaderboard; solitaire never does."""
    season_id: int | None

    is_alone: bool
    """Whether it was a game for one (solitaire): left out of sums over several games."""
    has_computers: bool = False
    """Whether the match was casual and a computer held a seat of its own."""

    @property
    def periods(self) -> tuple[Period, ...]:
        """All time, year and month if the match counts, else casual or computer play; and its season."""
        seasons = () if self.season_id is None else (Period.season(self.season_id),)
        if not self.is_counted:
            return (Period.COMPUTERS if self.has_computers else Period.CASUAL, *seasons)
        return (Period.EVER, *Period.of(self.finished_at), *seasons)

    @property
    def games(self) -> tuple[Games, ...]:
        """Its game; unless that is solitaire, all games and its family, too."""
        own = Games.game(self.game)
        return (own,) if self.is_alone else (Games.ALL, Games.family(self.family), own)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one match adds to the ledger: figures of players and pairs, rated matches, and credits."""

    heading: Heading
    played: tuple[Played, ...]
    rated: tuple[RatedMatch, ...]
    """The match as rated for players and, with pairs, for pairs; empty if it is not rated."""
    boards: tuple[str, ...]
    """Keys of the rating boards the match changes."""
    credits: tuple[Credit, ...]


def booked(
    match_id: int,
    match: MatchResult,
    deals: Sequence[DealResult],
    family: str,
    terms: SeasonTerms | None = None,
) -> Contribution | None:
    """Everything a match contributes to the ledger; None if it was voided."""
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
        # A computer's seat from the start, not one of a stand-in for an absent player.
        has_computers=not is_counted
        and any(one.user_id is None and one.computer is not None for one in match.players),
    )
    for_players = match_of_players(match_id, match, deals)
    rated = tuple(one for one in (for_players, match_of_pairs(for_players)) if one is not None)
    boards = [rating_board(family=family)]
    given: tuple[Credit, ...] = ()
    if terms is not None and not terms.is_final:
        boards.append(rating_board(season_id=terms.season_id))
        given = credits_of(
            *(match_id, match, deals, terms.competing, terms.abandoned),
            computers=terms.computers,
            plays_for=terms.plays_for,
        )
    abandoned = None if terms is None else terms.abandoned
    played = played_in(match, deals, abandoned, is_solitaire=family == "patience")
    return Contribution(heading, played, rated, tuple(boards) if rated else (), given)


def rating_board(*, family: str = "bidding", season_id: int | None = None) -> str:
    """The key of a rating board: of a family of games in a server, or of a season."""
    return Games.family(family).key if season_id is None else Period.season(season_id).key


def corrected(match: MatchResult, points: Mapping[int, int]) -> MatchResult:
    """A match with an organizer's points for some sides, and the places that follow from them.

    The match is unchanged without corrections, or in a game without points. A match corrected after it was
    played out is no forfeit any more; the winners of one that was broken off follow from its season's terms.
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
        # Versions that did not record what leaving meant: a leaver who had not won does not win by this.
        has_left = match.has_left(one) if match.leaving is not None else one.is_away and not one.won
        has_lost = match.broken_off or has_left
        yield replace(one, place=place, won=place == 1 and not has_lost)
