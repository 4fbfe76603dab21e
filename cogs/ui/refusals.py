"""Discord's error codes, back-off for channels that refuse messages, and edits in archived threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, NamedTuple

import discord

if TYPE_CHECKING:
    from bot.client import RookeryBot

FIRST_PAUSE: Final = 600.0
"""Seconds without an attempt after the first refusal."""
PAUSE_FACTOR: Final = 3
"""Factor from one pause to the next."""
LONGEST_PAUSE: Final = 24 * 3600.0
WOKEN_AFTER: Final = 10.0
"""Seconds between attempts while a server's permissions keep changing."""


def is_refusal(error: Exception) -> bool:
    """Whether the error lasts until something changes in the server (permissions, channels, archiving)."""
    return isinstance(error, discord.Forbidden | discord.NotFound) or getattr(error, "code", 0) == ARCHIVED


class _Pause(NamedTuple):
    """A pause of a channel: its start by the loop's clock, and its length in seconds."""

    since: float
    seconds: float
    left: float
    """Length after a change of permissions; else the same as ``seconds``."""


class Refusals:
    """Pauses of channels that refused one kind of message; each refusal makes the next one longer."""

    def __init__(self) -> None:
        self._pauses: dict[int, _Pause] = {}

    def may_try(self, channel_id: int) -> bool:
        """Whether a channel is not in a pause."""
        return self.until_try(channel_id) == 0

    def until_try(self, channel_id: int) -> float:
        """Seconds until a channel may be tried; 0 if it may be now."""
        pause = self._pauses.get(channel_id)
        if pause is None:
            return 0.0
        return max(0.0, pause.since + pause.left - asyncio.get_running_loop().time())

    def wake_channel(self, channel_id: int) -> None:
        """Shorten a channel's pause to ``WOKEN_AFTER``: its server's permissions have changed."""
        pause = self._pauses.get(channel_id)
        if pause is not None:
            self._pauses[channel_id] = pause._replace(left=WOKEN_AFTER)

    def note(self, channel_id: int) -> None:
        """Note a refusal: start the channel's next pause."""
        before = self._pauses.get(channel_id)
        seconds = FIRST_PAUSE if before is None else min(PAUSE_FACTOR * before.seconds, LONGEST_PAUSE)
        self._pauses[channel_id] = _Pause(asyncio.get_running_loop().time(), seconds, seconds)

    def wake(self) -> None:
        """Shorten every longer pause to ``FIRST_PAUSE``: permissions have changed in some server."""
        pauses = self._pauses.items()
        self._pauses = {one: pause._replace(left=min(pause.left, FIRST_PAUSE)) for one, pause in pauses}

    def end(self, channel_id: int) -> None:
        """End a channel's pauses: it accepted the message."""
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
"""Something in the message is not valid: a deleted emoji, for instance."""
INVALID_TOKEN: Final = 50027
"""The token is older than fifteen minutes."""
ARCHIVED: Final = 50083
"""The thread is archived."""


def is_unknown_channel(error: Exception) -> bool:
    """Whether the error says that a channel does not exist any more."""
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL


async def edit_anywhere(bot: RookeryBot, channel_id: int, edit: Callable[[], Awaitable[object]]) -> None:
    """Call ``edit``, with the thread unarchived if needed; the bot's own thread is archived again."""
    # Discord archives a thread after an hour to a week without a new message; edits do not count.
    try:
        await edit()
    except discord.HTTPException as error:
        thread = await bot.fetch_channel(channel_id) if error.code == ARCHIVED else None
        if not isinstance(thread, discord.Thread):
            raise
        await thread.edit(archived=False)
        await edit()
        if bot.user is not None and thread.owner_id == bot.user.id:
            await thread.edit(archived=True)


async def archive_thread(bot: RookeryBot, thread_id: int) -> None:
    """Archive a thread (only moderators could delete it); other channels are left as they are."""
    thread = await bot.fetch_channel(thread_id)
    if isinstance(thread, discord.Thread):
        await thread.edit(archived=True)
