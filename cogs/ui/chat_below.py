"""Chat below table messages: message ids are kept, never authors or texts."""

from __future__ import annotations

from collections import deque

import discord

CHAT = frozenset({discord.MessageType.default, discord.MessageType.reply})
"""Types of messages that users write; Discord's own notices don't count."""


class ChatBelow:
    """Ids of the last user messages in each channel with a table."""

    def __init__(self, most: int) -> None:
        """``most``: user messages allowed below a table message; 0 for any number."""
        self._most = most
        self._latest: dict[int, deque[int]] = {}

    def note(self, message: discord.Message) -> None:
        """Count a user's message. Bots don't count: two of them could repost in turn without end."""
        if message.author.bot or message.webhook_id is not None or message.type not in CHAT:
            return
        latest = self._latest.setdefault(message.channel.id, deque(maxlen=self._most))
        latest.append(message.id)

    def has_passed(self, channel_id: int, message_id: int) -> bool:
        """Whether ``most`` user messages (received by this process) stand below a message; never if 0."""
        latest = self._latest.get(channel_id)
        return latest is not None and 0 < self._most == len(latest) and latest[0] > message_id

    def forget(self, channel_id: int) -> None:
        """Drop a channel: its table is over."""
        self._latest.pop(channel_id, None)
