"""What the book holds of players and pairs, and what is still to be put into it: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.models.boards import Period
from bot.models.credits import Entry, Verdict
from bot.models.figures import Figures, Height
from bot.models.stored_book import Named
from bot.stats.rating_model import RatedMatch, Rating


@dataclass(frozen=True, slots=True)
class FormMatch:
    """How one match went for a player or a pair."""

    match: int
    """The table it was played at."""
    finished_at: float
    """In epoch seconds."""
    game: str
    verdict: Verdict | None
    """None for one between two rivals that neither of them won, and that was no draw."""
    margin: int | None
    """Points more than the best of the others; less than nothing for fewer, None where that means nothing."""
    partners: Entry
    """Who was on the same side; nobody where pairs are looked at."""
    against: Entry
    """The people on other sides."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a player or a pair has done."""

    who: Named
    figures: Figures
    heights: tuple[Height, ...]
    """Bids by how high they were, the lowest first; nothing where that is of more than one game."""
    form: tuple[FormMatch, ...]
    """The last matches, the newest first."""
    streak: int
    """Matches won in a row until now."""
    longest_streak: int


@dataclass(frozen=True, slots=True)
class Partner:
    """What somebody has done with a partner."""

    who: Named
    figures: Figures


@dataclass(frozen=True, slots=True)
class Series:
    """Who is first to win so many matches, again and again; seen by one of two rivals."""

    first_to: int
    series_won: int
    series_lost: int
    won: int
    """In the series under way."""
    lost: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    """How two players or pairs did against each other, seen by the first."""

    one: Named
    other: Named
    matches: int
    won: int
    drawn: int
    lost: int
    scored: int
    """Points of the first at the end of these matches, and of the other: of those in which points decide."""
    conceded: int
    series: Series
    meetings: tuple[FormMatch, ...]
    """The newest first."""

    @property
    def neither(self) -> int:
        """How many of these matches neither of the two won, and that were no draws."""
        return self.matches - self.won - self.drawn - self.lost


@dataclass(frozen=True, slots=True)
class RatingNow:
    """How a player or a pair is rated."""

    who: Named
    rating: Rating
    place: int | None
    """None while the rating is provisional."""

    @property
    def number(self) -> int:
        """The rating as it is shown."""
        return self.rating.number

    @property
    def uncertainty(self) -> int:
        """The true strength is within so many points of the number, nineteen times in twenty."""
        return self.rating.uncertainty

    @property
    def is_provisional(self) -> bool:
        """Whether too few matches stand behind it."""
        return self.rating.is_provisional


class RatingStep(NamedTuple):
    """What one match did to a rating."""

    match: int
    finished_at: float
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class LeaderLine:
    """A line of a leaderboard."""

    place: int | None
    """Equals share a place, and the next one is left out; None for provisional ratings."""
    who: Named
    figures: Figures
    rating: Rating | None
    """In the family of games or the season that is looked at; None where that is neither."""


class Unbooked(NamedTuple):
    """A result that the book does not know of as it is."""

    table_id: int
    changes: int
    """How often it has changed since it was booked last."""


class Unrated(NamedTuple):
    """The ratings of a board are to be worked out anew from a match on."""

    guild_id: int
    board: str
    finished_at: float
    table_id: int

    @property
    def season_id(self) -> int | None:
        """The season whose ratings they are; None for those of a family of games."""
        return Period(self.board).season_id


class ToRate(NamedTuple):
    """Some matches that are to be rated, one after the other, and what all of their players begin with."""

    matches: tuple[RatedMatch, ...]
    before: Mapping[Entry, Rating]
    times: Mapping[int, float]
    """When each match was over."""
    following: Unrated | None
    """Where to go on; None for the end."""


class Meeting(NamedTuple):
    """The outcome of a match that two rivals played against each other."""

    match: int
    """The table's number."""
    own: Verdict
    """For the first of them."""
    other: Verdict
    scored: int | None
    """By the first's side; None where points do not decide."""
    conceded: int | None
