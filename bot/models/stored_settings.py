"""Stored settings of servers and users, and what a server's managers did: plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.models.endings import Leaving, Managed


@dataclass(frozen=True, slots=True)
class SavedRules:
    """House rules that a server has saved under a name; ``code`` is the game with its options."""

    name: str
    code: str


class ServerSettings(NamedTuple):
    """A server's defaults for tables: whether they count, rule on leaving, threads, level of computers."""

    counted: bool = False
    """Whether matches are counted, unless the host says otherwise."""
    leaving: Leaving = Leaving.LOST
    """The result of a counted match for players who leave it."""
    in_threads: bool = False
    """Whether each table gets a thread of its own, unless the host says otherwise."""
    level: str | None = None
    """Level of computers, unless the host says otherwise; None for the bot's default."""


class AuditEntry(NamedTuple):
    """An entry of the audit log: what a server's manager did at a table."""

    guild_id: int
    table_id: int
    user_id: int
    what: Managed
    at: float
    """Epoch seconds."""
    reason: str = ""
    """In their words; empty for none."""
    removed: int | None = None
    """User id of the removed player; None for any other act."""


class Pings(StrEnum):
    """How a user wants to be notified of their turn."""

    CHANNEL = "channel"
    """By a mention in the table's channel."""
    MESSAGE = "message"
    """By a direct message."""
    NONE = "none"


class SlowReminder(StrEnum):
    """When a user wants to be reminded of their turn at a slow table."""

    SOON = "soon"
    """As soon as at any other table."""
    HOUR = "hour"
    """An hour after the turn began."""
    HALF = "half"
    """When half of the turn's time is over."""
    NEVER = "never"


class QuietHours(NamedTuple):
    """A user's daily quiet hours, in minutes after midnight; they may span midnight (``ends < begins``)."""

    begins: int
    ends: int
    zone: str
    """The time zone: an offset such as ``UTC-5``, or a name such as ``America/New_York``."""


class SlowSettings(NamedTuple):
    """A user's settings for turns at slow tables."""

    reminder: SlowReminder = SlowReminder.SOON
    quiet: QuietHours | None = None
    """Hours without reminders, at all tables; None for no quiet hours."""
