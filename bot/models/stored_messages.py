"""Stored records of messages: plain values, no Discord types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A public message that is still kept up to date, and the revision it last showed."""

    message_id: int
    table_id: int
    kind: Literal["table", "reminder"]
    deal: int
    """The deal it shows; 0 before the first, and for reminders of a turn."""
    revision: int
    """The table's revision when it was last drawn."""

    @property
    def is_of_vote(self) -> bool:
        """Whether it asks for a vote."""
        # A vote is stored as a reminder with a deal; a reminder of a turn has none.
        return self.kind == "reminder" and self.deal > 0


class PastMessage(NamedTuple):
    """A public message no longer kept up to date: edited only to its final form or to scrub a user's name."""

    message_id: int
    table_id: int
    channel_id: int
    kind: Literal["table", "note"]
    """A table message, or a note posted once."""
    deal: int
    """The deal it shows; 0 before the first."""


class LooseMessage(NamedTuple):
    """A public message or a thread that names people and belongs to no table."""

    message_id: int
    """A message's id; a thread has the id of the message it hangs on."""
    channel_id: int
    """The message's channel; for threads recorded by early versions, the thread's own id."""
    guild_id: int
    kind: Literal["asked", "partners", "daily", "thread", "league"]
    """A request to be partners, a new pair, a daily result, a table's thread, a league's former message."""
    league_id: int | None = None
    """The league it is about, or None."""
    first: int | None = None
    """User id of a person it names; None if they had their data deleted. ``second`` likewise."""
    second: int | None = None


@dataclass(frozen=True, slots=True)
class StaleTable:
    """A table with messages to draw again or to post: stale ones, or an open table's that is missing."""

    table_id: int
    guild_id: int
    channel_id: int
