"""Stored records of leagues: plain values. Standings are computed from them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, NamedTuple

from bot.models.credits import Abandoned, Competing, Entrant, Named
from bot.models.scoring import TieBreak
from bot.models.stored_results import Results
from bot.models.stored_tables import TableRecord


class MatchState(StrEnum):
    """Whether a match of a season counts."""

    COUNTS = "counts"
    DISPUTED = "disputed"
    """Counts until an organizer rules otherwise: else a loser could cancel a loss by a press."""
    VOID = "void"


class Absent(StrEnum):
    """Who stayed away from a match on the schedule: the home side, the away side or both."""

    HOME = "home"
    AWAY = "away"
    BOTH = "both"


class Did(StrEnum):
    """Kinds of acts in a league's history."""

    CREATED = "created"
    CHANGED = "changed"
    """The league's settings, or its organizers."""
    OPENED = "opened"
    """Opened a season."""
    CLOSED = "closed"
    """Closed a season."""
    TOOK_OUT = "took out"
    """Removed a player or a pair from a season."""
    DREW = "drew"
    """Drew the schedule."""
    FORFEITED = "forfeited"
    """Declared a scheduled match forfeited, or took that back."""
    DISPUTED = "disputed"
    VOIDED = "voided"
    RESTORED = "restored"
    CORRECTED = "corrected"
    RECORDED = "recorded"
    """Recorded a match played with real cards, which the other side confirmed."""
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class League:
    """A league of a server; times are in epoch seconds."""

    id: int
    """Assigned by the database."""
    guild_id: int
    name: str
    rules: str
    """The code of a game with its house rules."""
    seats: int
    competing: Competing
    computers: bool
    """Whether computers may fill empty seats."""
    organizer_role: int | None
    """Id of a role that may organize as managers may; None for managers only."""
    created_by: int
    created_at: float
    channel_id: int | None = None
    """Channel for the league's message; None for no message."""
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a league; times are in epoch seconds."""

    id: int
    """Assigned by the database."""
    league_id: int
    number: int
    """1 for the league's first."""
    scoring: str
    """How it is scored, as JSON; ``bot/models/scoring.py`` reads and writes it."""
    opened_at: float
    ends_at: float | None = None
    """None if an organizer closes the season by hand."""
    closed_at: float | None = None
    """None while the season is open."""

    @property
    def is_open(self) -> bool:
        """Whether it has not been closed."""
        return self.closed_at is None


@dataclass(frozen=True, slots=True)
class SeasonEntry:
    """A player or pair entered in a season, perhaps no longer competing."""

    entrant: Entrant
    names: tuple[str, ...]
    """Display names, in the order of the ids."""
    joined_at: float
    left_at: float | None = None


class PairRequest(NamedTuple):
    """An open request of a player to another to be partners for a season."""

    season_id: int
    asker: int
    asked: int
    asker_name: str
    asked_name: str
    at: float
    channel_id: int | None = None
    message_id: int | None = None
    """The message that asks; None until it is known."""


@dataclass(frozen=True, slots=True)
class ScheduledMatch:
    """A match on a season's schedule."""

    number: int
    round: int
    home: Entrant
    """Deals first."""
    away: Entrant
    absent: Absent | None = None
    """Who stayed away, and so forfeited the match; None if not forfeited."""


@dataclass(frozen=True, slots=True)
class SeasonMatch:
    """A table of a season (open or over). Its result is stored like any other match's."""

    table_id: int
    season_id: int
    fixture: int | None = None
    """Number of the match on the schedule; None if not scheduled."""
    state: MatchState = MatchState.COUNTS
    points: Mapping[int, int] | None = None
    """Points by side as corrected by an organizer; None for as played."""
    is_paper: bool = False
    """Whether it was played with real cards."""
    plays_for: Mapping[int, Entrant] = field(default_factory=dict)
    """The pair each side plays for, substitutes or not, by side; empty if players compete alone."""


class TableSeason(NamedTuple):
    """The season a table belongs to, with what decides who may take a seat."""

    season_id: int
    league_id: int
    league: str
    """Its name."""
    number: int
    competing: Competing
    closed_at: float | None
    """In epoch seconds; None while it is open."""
    entrants: frozenset[Entrant]
    """Players or pairs who compete now."""
    abandoned: Abandoned = Abandoned.LEAVERS_LOSE
    """What it gives for a match broken off."""

    @property
    def is_open(self) -> bool:
        """Whether it has not been closed."""
        return self.closed_at is None

    def entrant_of(self, user_id: int | None) -> Entrant | None:
        """The entrant a user belongs to; None for a user who could only substitute, or a computer (None)."""
        return next((entrant for entrant in self.entrants if user_id in entrant), None)


CONFIRMED_WITHIN: Final = 24 * 3600.0
"""Seconds in which a match with real cards must be confirmed."""


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match played with real cards that the other side has not confirmed yet."""

    id: int
    """Assigned by the database."""
    season_id: int
    result: str
    """Seats and points as JSON."""
    recorded_by: int
    at: float
    channel_id: int | None = None
    message_id: int | None = None


class RecordedMatch(NamedTuple):
    """A match played with real cards, ready to be stored: its table, results and place in the season."""

    table: TableRecord
    """Its id is assigned by the database."""
    results: Results
    season: SeasonMatch
    """Gets the table's id when stored."""


class Unfinished(NamedTuple):
    """Counts of unfinished business in a season."""

    to_play: int
    """Scheduled matches not begun and not ruled on."""
    playing: int
    """Matches at open tables."""
    unconfirmed: int
    """Matches with real cards not confirmed yet."""
    evenings: int
    """Evenings that are not over."""
    disputed: int
    """Matches and evenings awaiting an organizer's ruling."""


class PlayedMatch(NamedTuple):
    """The facts by which two records of a season's match are recognized as the same match."""

    at: float
    players: tuple[int | None, ...]
    """User ids by seat; None for a computer."""
    points: tuple[int, ...]
    """By side."""
    places: tuple[int | None, ...]
    """By side."""
    corrected: tuple[int, ...] | None = None
    """Points by side as corrected by an organizer; None for as played."""


@dataclass(frozen=True, slots=True)
class LeagueAct:
    """An entry of a league's history. Entries are never changed or removed."""

    league_id: int
    user_id: int
    what: Did
    at: float
    season_id: int | None = None
    table_id: int | None = None
    """The match concerned, or None."""
    about: int | None = None
    """User id of the person concerned, of a side one player; None for none."""
    detail: Mapping[str, Any] = field(default_factory=dict)
    """Values before and after; it names no person."""
    reason: str = ""
    """In their words; empty for none."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A stored line of standings: place, entrant, deciding figure, matches, points and tie-breaks."""

    place: int | None
    """Equals share a place and the next is skipped; None for entrants with too few matches or that left."""
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
    """Tie-breaks applied to this entrant, each with its figure."""
    has_left: bool

    @property
    def walkovers(self) -> int:
        """Of ``won``, those because the opponents stayed away. Not meaningful for evenings."""
        return self.won + self.drawn + self.lost - self.played - self.forfeits


class Cell(NamedTuple):
    """One entrant's wins and losses against another in a season."""

    won: int
    lost: int
