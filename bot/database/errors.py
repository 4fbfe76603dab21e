"""Database errors that callers handle; all others are a plain ``StoreError``."""

from __future__ import annotations

from bot.common.errors import StoreError


class ChannelTaken(StoreError):
    """The channel has an open table already."""


class NameTaken(StoreError):
    """The server has a league of that name already."""


class Conflict(StoreError):
    """The key is stored already, such as a revision of a log: memory and database disagree."""


class Damaged(StoreError):
    """Stored data cannot be read; ``str`` names the part, never its content."""
