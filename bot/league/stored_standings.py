"""The standings of a season as stored, and which are stale: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from bot.league.standings import Share
from bot.models.credits import Entry, How
from bot.models.scoring import Scoring, TieBreak
from bot.models.stored_book import Named, Page


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A stored line of standings: place, entry, deciding figure, matches, points and tie-breaks."""

    place: int | None
    """Equals share a place and the next is skipped; None for entries with too few matches or that left."""
    who: Named
    value: Fraction | None
    """The figure that decides, by the season's method; None if there is nothing to compute it from."""
    played: int
    """Matches, without forfeits."""
    won: int
    drawn: int
    lost: int
    forfeits: int
    """Of ``lost``, those by staying away."""
    points: int
    """Points of the games, summed."""
    breaks: tuple[tuple[TieBreak, Fraction], ...]
    """Tie-breaks applied to this entry, each with its figure."""
    has_left: bool

    @property
    def walkovers(self) -> int:
        """Of ``won``, those because the opponents stayed away. Not meaningful for evenings."""
        return self.won + self.drawn + self.lost - self.played - self.forfeits


@dataclass(frozen=True, slots=True)
class StandingsPage(Page[StandingLine]):
    """A page of a season's standings, with its scoring and whether they are final."""

    scoring: Scoring
    is_final: bool
    """Whether the season is closed and the standings will not change."""


class Origin(NamedTuple):
    """What one match, evening or forfeit added to a line of the standings, and when it finished."""

    share: Share
    finished_at: float | None
    """In epoch seconds; None for a forfeit."""

    @property
    def is_forfeit(self) -> bool:
        """Whether it was forfeited by staying away, not played."""
        return self.share.credit.how is How.FORFEITED

    @property
    def is_left(self) -> bool:
        """Whether it was played and forfeited by leaving."""
        return self.share.credit.how is How.LEFT


class Cell(NamedTuple):
    """One entry's wins and losses against another in a season."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The records of a season's top entries against each other."""

    entries: tuple[Named, ...]
    """In the order of the standings."""
    cells: Mapping[tuple[int, int], Cell]
    """By row and column, from 0: the record of the row's entry. Entries that never met have no cell."""
    left_out: int
    """Number of entries below these."""


class Unranked(NamedTuple):
    """A season with stale standings, and its number of changes since it was last ranked."""

    season_id: int
    changes: int
    """Changes since it was last ranked; a version number."""


class UnreadMeetings(NamedTuple):
    """An entry's meetings in a season, as JSON written by the database, in no order, without forfeits."""

    entry: Entry
    text: str
