"""What a database refuses, and what it holds that cannot be read; all else is a ``StoreError``."""

from __future__ import annotations

from bot.common.errors import StoreError


class ChannelTaken(StoreError):
    """The channel has an open table already."""


class NameTaken(StoreError):
    """The server has a league of that name already."""


class Conflict(StoreError):
    """It is stored already, like a revision of a log: what is in memory is not what is stored."""


class Damaged(StoreError):
    """What is stored cannot be read; ``str`` says which part of it, never what it holds."""
