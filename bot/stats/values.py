"""Values read from the results ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.models.boards import Period
from bot.models.credits import Entrant, Named, Verdict
from bot.models.stored_figures import Figures, Height
from bot.stats.rating_model import RatedMatch, Rating


@dataclass(frozen=True, slots=True)
class FormMatch:
    """One match, as seen by a player or a pair: when it ended, the game, the verdict and the margin."""

    finished_at: float
    """In epoch seconds."""
    game: str
    verdict: Verdict | None
    """None if neither of two rivals won and it was no draw."""
    margin: int | None
    """Points ahead of the best other side, negative if behind; None if points do not decide."""


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a player or a pair: figures, bids by height, last matches, and streaks of wins."""

    who: Named
    figures: Figures
    heights: tuple[Height, ...]
    """Bids by height, lowest first; empty unless the record is of one game."""
    form: tuple[FormMatch, ...]
    """The last matches, newest first."""
    streak: int
    """Current run of wins."""
    longest_streak: int


@dataclass(frozen=True, slots=True)
class Partner:
    """A partner of a player, and the figures of their matches together."""

    who: Named
    figures: Figures


@dataclass(frozen=True, slots=True)
class Series:
    """Repeated races between two rivals to a number of wins, seen by one of them."""

    first_to: int
    series_won: int
    series_lost: int
    won: int
    """In the current race."""
    lost: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    """The record of two players or pairs against each other, seen by ``one``."""

    one: Named
    other: Named
    matches: int
    won: int
    drawn: int
    lost: int
    scored: int
    """Points of ``one`` in the meetings in which points decide; ``conceded`` has the other's."""
    conceded: int
    series: Series
    meetings: tuple[FormMatch, ...]
    """Newest first."""

    @property
    def neither(self) -> int:
        """Meetings that neither of the two won and that were no draws."""
        return self.matches - self.won - self.drawn - self.lost


@dataclass(frozen=True, slots=True)
class RatingNow:
    """The current rating of a player or a pair, with its place."""

    who: Named
    rating: Rating
    place: int | None
    """None while the rating is provisional."""


class RatingStep(NamedTuple):
    """A rating before and after one match, and when the match finished."""

    match: int
    finished_at: float
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class LeaderLine:
    """A line of a leaderboard: place, player or pair, figures, and the rating on some boards."""

    place: int | None
    """Equals share a place and the next is skipped; None for a provisional rating."""
    who: Named
    figures: Figures
    rating: Rating | None
    """In the board's family of games or season; None if the board has neither."""


class PendingResult(NamedTuple):
    """A result with missing or stale ledger rows."""

    table_id: int
    changes: int
    """Changes of the result since it was last entered; a version number."""


class Unrated(NamedTuple):
    """A rating board that is stale from one match on."""

    guild_id: int
    board: str
    finished_at: float
    table_id: int

    @property
    def season_id(self) -> int | None:
        """The season the board belongs to; None for a family of games."""
        return Period(self.board).season_id


class ToRate(NamedTuple):
    """A batch of matches to rate in order, with the ratings their players start from."""

    matches: tuple[RatedMatch, ...]
    before: Mapping[Entrant, Rating]
    times: Mapping[int, float]
    """When each match ended, by match."""
    following: Unrated | None
    """Where the next batch starts; None if this is the last."""


class Meeting(NamedTuple):
    """A match that two rivals played against each other: the verdict and the points of each."""

    match: int
    """The table's number."""
    own: Verdict
    """The verdict of the first."""
    other: Verdict
    scored: int | None
    """Points of the first's side; None if points do not decide."""
    conceded: int | None
