"""What Discord refuses with, and channels where it has: a courtesy is tried there ever more seldom."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

import discord

FIRST_PAUSE: Final = 600.0
"""Seconds without a try after the first refusal."""
PATIENCE: Final = 3
"""How much longer each later pause is."""
LONGEST_PAUSE: Final = 24 * 3600.0
WOKEN_AFTER: Final = 10.0
"""Seconds between two tries of what matters while the server's rights change again and again."""


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
        return self.until_try(channel_id) == 0

    def until_try(self, channel_id: int) -> float:
        """Seconds until a channel may be tried; 0 if it may be now."""
        pause = self._pauses.get(channel_id)
        if pause is None:
            return 0.0
        return max(0.0, pause.since + pause.left - asyncio.get_running_loop().time())

    def wake_channel(self, channel_id: int) -> None:
        """Rights have changed where a channel is: it may be tried in a moment."""
        pause = self._pauses.get(channel_id)
        if pause is not None:
            self._pauses[channel_id] = pause._replace(left=WOKEN_AFTER)

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


UNKNOWN_CHANNEL: Final = 10003
"""The channel was deleted."""
UNKNOWN_MESSAGE: Final = 10008
"""The message was deleted."""
UNKNOWN_WEBHOOK: Final = 10015
"""The token was never used to answer."""
UNKNOWN_INTERACTION: Final = 10062
"""The interaction waited longer than three seconds."""
ANSWERED_ALREADY: Final = 40060
"""The interaction has an answer: the first one has arrived."""
INVALID_FORM: Final = 50035
"""Something in the message is not as it must be: an emoji that is gone, for instance."""
INVALID_TOKEN: Final = 50027
"""The token is older than fifteen minutes."""
ARCHIVED: Final = 50083
"""The thread has been put away."""


def is_gone(error: Exception) -> bool:
    """Whether Discord says that a channel does not exist any more."""
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL
