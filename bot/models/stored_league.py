"""What is stored of leagues: plain values. What follows from them is worked out elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from bot.models.stored import TableRecord
from bot.models.stored_results import Results

Entrant = tuple[int, ...]
"""Who competes: a player, or two who are a pair; ids in ascending order."""


class Competing(StrEnum):
    """Who competes in a league."""

    PLAYERS = "players"
    """Everybody alone, whoever the partner is."""
    PAIRS = "pairs"
    """Two who stay partners for a season."""


class MatchState(StrEnum):
    """Whether a match of a season counts."""

    COUNTS = "counts"
    DISPUTED = "disputed"
    """It counts until an organizer rules otherwise: nobody takes a loss back by a press."""
    VOID = "void"


class Absent(StrEnum):
    """Who stayed away from a match on the schedule."""

    HOME = "home"
    AWAY = "away"
    BOTH = "both"


class Did(StrEnum):
    """What is done in a league, and stands in its history."""

    CREATED = "created"
    CHANGED = "changed"
    """What it allows, or who may organize it."""
    OPENED = "opened"
    """A season."""
    CLOSED = "closed"
    """A season."""
    TOOK_OUT = "took out"
    """A player or a pair, from a season."""
    DREW = "drew"
    """The schedule."""
    FORFEITED = "forfeited"
    """A match on the schedule, or took that back."""
    DISPUTED = "disputed"
    VOIDED = "voided"
    RESTORED = "restored"
    CORRECTED = "corrected"
    RECORDED = "recorded"
    """A match played with real cards, which the other side confirmed."""
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class League:
    """A league of a server; times are in epoch seconds."""

    id: int
    """Given by the store."""
    guild_id: int
    name: str
    rules: str
    """The code of a game with its house rules."""
    seats: int
    competing: Competing
    computers: bool
    """Whether they may fill in."""
    organizer_role: int | None
    """Whoever has it may do what managers may; None for nobody else."""
    created_by: int
    created_at: float
    channel_id: int | None = None
    """Where its message is to stand; None for nowhere."""
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a league; times are in epoch seconds."""

    id: int
    """Given by the store."""
    league_id: int
    number: int
    """1 for the league's first."""
    scoring: str
    """How it is scored, as JSON; ``bot/models/scoring.py`` reads and writes it."""
    opened_at: float
    ends_at: float | None = None
    """None where an organizer says when."""
    closed_at: float | None = None
    """None while it goes on."""


@dataclass(frozen=True, slots=True)
class SeasonEntry:
    """Somebody who competes, or has competed, in a season."""

    entrant: Entrant
    names: tuple[str, ...]
    """As they are shown, in the order of the ids."""
    joined_at: float
    left_at: float | None = None


class PairRequest(NamedTuple):
    """Somebody has asked somebody to be partners for a season."""

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
    """Who is to play whom in a season."""

    number: int
    round: int
    home: Entrant
    """They have the first deal."""
    away: Entrant
    absent: Absent | None = None
    """Who stayed away; None where nobody did."""


@dataclass(frozen=True, slots=True)
class SeasonMatch:
    """A table of a season, opened, under way or over; its result is a match like any other."""

    table_id: int
    season_id: int
    fixture: int | None = None
    """Its number on the schedule; None where it is not on it."""
    state: MatchState = MatchState.COUNTS
    points: Mapping[int, int] | None = None
    """By side, as an organizer has corrected them; None for as played."""
    is_paper: bool = False
    """Whether it was played with real cards."""
    plays_for: Mapping[int, Entrant] = field(default_factory=dict)
    """By side, the pair it plays for, whoever sits there; empty where everybody plays for themselves."""


class TableSeason(NamedTuple):
    """The season a table belongs to, as far as whoever sits there has to know it."""

    season_id: int
    league_id: int
    league: str
    """Its name."""
    number: int
    competing: Competing
    is_open: bool
    entrants: frozenset[Entrant]
    """Who competes now."""

    def entrant_of(self, user_id: int | None) -> Entrant | None:
        """What a person plays in the season as; None for whoever could only be a substitute."""
        return next((entrant for entrant in self.entrants if user_id in entrant), None)


CONFIRMED_WITHIN: Final = 24 * 3600.0
"""Seconds for which a match with real cards waits to be confirmed."""


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match played with real cards that the other side has not confirmed yet."""

    id: int
    """Given by the store."""
    season_id: int
    result: str
    """Who sat where, and the points, as JSON."""
    recorded_by: int
    at: float
    channel_id: int | None = None
    message_id: int | None = None


class RecordedMatch(NamedTuple):
    """A match played with real cards that is to be stored, with what it is to its season."""

    table: TableRecord
    """Gets its number from the store."""
    results: Results
    season: SeasonMatch
    """Of that number."""


class Unfinished(NamedTuple):
    """What is not over in a season yet, or not settled; of each how many."""

    to_play: int
    """Matches on the schedule that nobody has begun or ruled on."""
    playing: int
    """Matches at tables."""
    unconfirmed: int
    """Matches with real cards that wait for another side."""
    evenings: int
    """Evenings that are not over."""
    disputed: int
    """Matches and evenings that an organizer is asked to rule on."""


class PlayedMatch(NamedTuple):
    """What makes a match of a season the same as another."""

    at: float
    players: tuple[int | None, ...]
    """By seat; None for a computer."""
    points: tuple[int, ...]
    """By side."""
    places: tuple[int | None, ...]
    """By side."""
    corrected: tuple[int, ...] | None = None
    """The points by side as an organizer has corrected them; None for as played."""


@dataclass(frozen=True, slots=True)
class LeagueAct:
    """Something that was done in a league. Nothing changes or removes it."""

    league_id: int
    user_id: int
    what: Did
    at: float
    season_id: int | None = None
    table_id: int | None = None
    """The match it was about."""
    about: int | None = None
    """The person it was about."""
    detail: Mapping[str, Any] = field(default_factory=dict)
    """What it was before and after; nobody is named in it."""
    reason: str = ""
    """In their words; empty for none."""
