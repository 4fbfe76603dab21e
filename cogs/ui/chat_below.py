"""How far chat has scrolled messages away: that somebody wrote is counted, never who or what."""

from __future__ import annotations

from collections import deque

import discord

CHAT = frozenset({discord.MessageType.default, discord.MessageType.reply})
"""What people write; Discord's own notices are none of it."""


class ChatBelow:
    """The last messages of people in each channel with a table, as many as may stand below that."""

    def __init__(self, most: int) -> None:
        """``most`` messages of people may stand below a table; 0 for any number."""
        self._most = most
        self._latest: dict[int, deque[int]] = {}

    def note(self, message: discord.Message) -> None:
        """Somebody has written under a table. Bots count for nothing: two might chase each other."""
        if message.author.bot or message.webhook_id is not None or message.type not in CHAT:
            return
        latest = self._latest.setdefault(message.channel.id, deque(maxlen=self._most))
        latest.append(message.id)

    def has_passed(self, channel_id: int, message_id: int) -> bool:
        """Whether so many messages of people stand below this one, as far as they were heard of."""
        latest = self._latest.get(channel_id)
        return latest is not None and 0 < self._most == len(latest) and latest[0] > message_id

    def forget(self, channel_id: int) -> None:
        """Let go of a channel whose table is over."""
        self._latest.pop(channel_id, None)
