"""Channels where Discord has said no: what is only a courtesy is tried there ever more seldom."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

import discord

ARCHIVED: Final = 50083
"""Discord's error code for a thread that has been put away."""
FIRST_PAUSE: Final = 600.0
"""Seconds without a try after the first refusal."""
PATIENCE: Final = 3
"""How much longer each later pause is."""
LONGEST_PAUSE: Final = 24 * 3600.0


def is_refusal(error: Exception) -> bool:
    """Whether Discord says no until something changes in the server."""
    return isinstance(error, discord.Forbidden | discord.NotFound) or getattr(error, "code", 0) == ARCHIVED


class _Pause(NamedTuple):
    """Since when a channel is left alone, by the loop's clock, and for how many seconds."""

    since: float
    seconds: float
    left: float
    """The same, or fewer where its server's rights have changed since."""


class Refusals:
    """Remembers which channels refused something, until one of them takes it."""

    def __init__(self) -> None:
        self._pauses: dict[int, _Pause] = {}

    def may_try(self, channel_id: int) -> bool:
        """Whether a channel has not refused it, or long ago."""
        pause = self._pauses.get(channel_id)
        return pause is None or asyncio.get_running_loop().time() >= pause.since + pause.left

    def note(self, channel_id: int) -> None:
        """A channel has refused it, perhaps again."""
        before = self._pauses.get(channel_id)
        seconds = FIRST_PAUSE if before is None else min(PATIENCE * before.seconds, LONGEST_PAUSE)
        self._pauses[channel_id] = _Pause(asyncio.get_running_loop().time(), seconds, seconds)

    def wake(self) -> None:
        """Rights have changed somewhere: every channel may be tried after the first pause, and no sooner."""
        self._pauses = {one: pause._replace(left=FIRST_PAUSE) for one, pause in self._pauses.items()}

    def end(self, channel_id: int) -> None:
        """A channel has taken it."""
        self._pauses.pop(channel_id, None)
