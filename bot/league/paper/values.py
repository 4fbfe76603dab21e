"""Matches with real cards as values: typed, unconfirmed, recorded, expired."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.database.rows import readable
from bot.league.paper.result import LeagueGame, PaperResult, league_game, places_of, read
from bot.league.results import SeasonResult
from bot.models.stored_league import League, PaperMatch, Season
from bot.models.stored_results import DealResult
from bot.table.lobby.before_match import Person
from rules.core.outcome import Ranking


class Typed(NamedTuple):
    """A match as a user typed it: players, points, date (empty for now), winner (empty: by points)."""

    players: str
    points: str
    date: str = ""
    """Empty for now."""
    winner: str = ""
    """Empty if the points decide."""


class Score(NamedTuple):
    """A match with real cards as it is shown: players, points and places by side, points by deal and side."""

    at: float
    """In epoch seconds."""
    sides: tuple[tuple[int | None, ...], ...]
    """User ids by side."""
    points: tuple[int, ...] | None
    """None in a game decided by cards."""
    places: tuple[int | None, ...]
    deals: tuple[tuple[int, ...], ...]


class Unconfirmed(NamedTuple):
    """An unconfirmed match: its league, result and recorder, its end, and its message."""

    id: int
    league: League
    season: Season
    playing: LeagueGame
    result: PaperResult
    recorded_by: int
    lapses_at: float
    """In epoch seconds."""
    channel_id: int | None
    """Where its request is posted; None if it is not posted yet."""
    message_id: int | None

    @property
    def score(self) -> Score:
        """Players, points (None if cards decide) and places by side, and the deals, as they are shown."""
        result, has_points = self.result, self.playing.ranking is not Ranking.CARDS
        sides = tuple(tuple(one.id for one in side) for side in self.sides)
        points = result.totals if has_points else None
        return Score(result.at, sides, points, places_of(result, self.playing), result.deals)

    @property
    def sides(self) -> tuple[tuple[Person, ...], ...]:
        """Players by side."""
        return self.playing.by_side(self.result.players)

    def side_of(self, user_id: int) -> int | None:
        """The side a user played on; None if they did not play."""
        sides = enumerate(self.sides)
        return next((number for number, side in sides if user_id in {one.id for one in side}), None)

    @property
    def is_by_player(self) -> bool:
        """Whether it was recorded by one of its players, not by an organizer."""
        return self.side_of(self.recorded_by) is not None

    def may_confirm(self, user_id: int) -> bool:
        """Whether a user played, and not on the recorder's side; a recorder who did not play has none."""
        own = self.side_of(user_id)
        return own is not None and own != self.side_of(self.recorded_by)


class Recorded(NamedTuple):
    """A confirmed match with real cards: its league and score, and who recorded and confirmed it."""

    table_id: int
    league: League
    season: Season
    score: Score
    recorded_by: int
    confirmed_by: int | None
    is_void: bool
    """Whether an organizer voided it since."""


class Lapsed(NamedTuple):
    """An expired or withdrawn match with a message still to be updated."""

    id: int
    league: League
    season: Season
    channel_id: int
    message_id: int


def goes_by_places(league: League) -> bool:
    """Whether cards decide a league's game, so that places are typed instead of points."""
    return league_game(league.rules, league.seats).ranking is Ranking.CARDS


def sides_in(league: League) -> tuple[int, ...]:
    """Number of players on each side of a league's game."""
    return tuple(len(seats) for seats in league_game(league.rules, league.seats).sides)


def unconfirmed_of(paper: PaperMatch, league: League, season: Season, lapses_at: float) -> Unconfirmed:
    """An unconfirmed match from its stored form, and the calendar time at which it expires.

    Raises ``Damaged`` if the result cannot be read.
    """
    with readable("a match that waits"):
        result = read(paper.result)
    return Unconfirmed(
        id=paper.id,
        league=league,
        season=season,
        playing=league_game(league.rules, league.seats),
        result=result,
        recorded_by=paper.recorded_by,
        lapses_at=lapses_at,
        channel_id=paper.channel_id,
        message_id=paper.message_id,
    )


def score_of(found: SeasonResult, deals: Sequence[DealResult]) -> Score:
    """A stored match of a season as it is shown, with corrected points, but deals as played."""
    players = found.counting.players
    has_points = found.result.ranking.keeps_points
    return Score(
        found.result.finished_at,
        tuple(tuple(one.user_id for one in players if one.side == side) for side in found.sides),
        tuple(found.points_of(side) for side in found.sides) if has_points else None,
        tuple(next(one.place for one in players if one.side == side) for side in found.sides),
        tuple(tuple(side.scored for side in deal.sides) for deal in deals),
    )
