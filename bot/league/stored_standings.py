"""The table of a season as the book holds it, and which is to be made again: plain values."""

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
    """A line in the table of a season."""

    place: int | None
    """Equals share a place, and the next one is left out; None for those who have played too little."""
    who: Named
    value: Fraction | None
    """What decides, by the season's method; None where there is nothing to go by."""
    played: int
    """Matches, without forfeits."""
    won: int
    drawn: int
    lost: int
    forfeits: int
    """Of those lost: by staying away."""
    points: int
    """Of the games, all together."""
    breaks: tuple[tuple[TieBreak, Fraction], ...]
    """What broke a tie this entry was in, and what it had there."""
    has_left: bool

    @property
    def walkovers(self) -> int:
        """Of those won: because the others stayed away. Evenings, which no one wins, are not to be asked."""
        return self.won + self.drawn + self.lost - self.played - self.forfeits


@dataclass(frozen=True, slots=True)
class StandingsPage(Page[StandingLine]):
    """Some lines of the table of a season."""

    scoring: Scoring
    is_final: bool
    """Whether the season is closed, and nothing changes its table any more."""


class Origin(NamedTuple):
    """What one match, or a forfeit, brought to a line of a season's table."""

    share: Share
    finished_at: float | None
    """None for a forfeit."""

    @property
    def is_forfeit(self) -> bool:
        """Whether it was not played."""
        return self.share.credit.how is How.FORFEITED

    @property
    def is_left(self) -> bool:
        """Whether it was played, and decided by leaving."""
        return self.share.credit.how is How.LEFT


class Cell(NamedTuple):
    """How one did against another in a season."""

    won: int
    drawn: int
    lost: int
    points: int
    """Of the one, where points decide."""


@dataclass(frozen=True, slots=True)
class CrossTable:
    """How those at the top of a season did against each other."""

    entries: tuple[Named, ...]
    """In the order of the table."""
    cells: Mapping[tuple[int, int], Cell]
    """By two entries, numbered from 0: how the first did against the second. Who never met is not in it."""
    left_out: int
    """Entries further down."""


class Unranked(NamedTuple):
    """A season whose table is to be made anew."""

    season_id: int
    changes: int
    """How often something has changed since it was made last."""


class UnreadMeetings(NamedTuple):
    """Whom an entry met in a season, as the database writes it, in no order; forfeits are not in it."""

    entry: Entry
    text: str
