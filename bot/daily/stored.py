"""What is stored of daily deals, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.models.shuffles import MatchSeed
from bot.models.stored import LogEntry
from rules.core.decisions import Seat
from rules.core.protocol import OptionValue

PERSON: Final[Seat] = 0
"""Everybody plays it from this seat."""


class DailyScore(NamedTuple):
    """What a daily deal ended with, in points."""

    own: int
    """Of the side of whoever played it."""
    against: int
    """Of the other side."""

    @property
    def ahead(self) -> int:
        """How many points more than the other side: what is compared."""
        return self.own - self.against


class DailyPlace(NamedTuple):
    """Which daily deal: of which server, and its number there, from 1."""

    guild_id: int
    number: int


class DailyDeal(NamedTuple):
    """One daily deal of a server."""

    place: DailyPlace
    day: str
    """The date it is for, in UTC: ``2026-11-23``."""
    game: str
    options: Mapping[str, OptionValue]
    rules_version: int
    seed: MatchSeed
    """What decides how the cards lie. Secret; it never shows itself."""
    computer: DailyScore | None = None
    """What a computer made of it on the same seat; None until that is worked out."""
    par: int | None = None
    """How many points that side is ahead after the same bids and good play with all hands open, if known."""


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """How far somebody has played a daily deal. Its log holds every hand, so it never shows itself."""

    name: str
    log: tuple[LogEntry, ...] = field(repr=False)
    score: DailyScore | None = None
    """What it ended with; None while it goes on."""
    is_shared: bool = False
    """Whether they have shown the result to a channel."""


class DayPlayed(NamedTuple):
    """How somebody did in the daily deal of a day."""

    day: str
    played: int
    """How many have played it to its end, themselves included."""
    behind: int
    """How many of these are behind them."""
