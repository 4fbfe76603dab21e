"""Stored values of daily deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.models.shuffles import MatchSeed
from bot.models.stored_tables import LogEntry
from rules.core.decisions import Seat
from rules.core.protocol import OptionValue

PERSON: Final[Seat] = 0
"""The seat every user plays."""


class DailyScore(NamedTuple):
    """The points of a finished daily deal: those of the user's side and of the other."""

    own: int
    against: int

    @property
    def ahead(self) -> int:
        """Points ahead of the other side; negative if behind."""
        return self.own - self.against


class DailyPlace(NamedTuple):
    """Key of a daily deal: its server, and its number there, from 1."""

    guild_id: int
    number: int


class DailyDeal(NamedTuple):
    """One daily deal of a server: its game and secret seed, and a computer's score after it played."""

    place: DailyPlace
    day: str
    """Its date in UTC: ``2026-11-23``."""
    game: str
    options: Mapping[str, OptionValue]
    rules_version: int
    seed: MatchSeed
    """The seed of the shuffle. Secret; its ``repr`` does not show it."""
    computer: DailyScore | None = None
    """A computer's score on the same seat; None until it has played."""
    par: int | None = None
    """Points that side is ahead after the same bids and good play with open hands; None if not known."""


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """A user's attempt at a daily deal. Its log holds every hand, so ``repr`` does not show it."""

    name: str
    log: tuple[LogEntry, ...] = field(repr=False)
    score: DailyScore | None = None
    """The points of both sides; None before the end."""
    is_shared: bool = False
    """Whether the user has shared the result."""


class DayPlayed(NamedTuple):
    """How many users finished the deal of a day, this one included, and how many of them did worse."""

    day: str
    played: int
    behind: int
