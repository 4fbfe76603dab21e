"""When a message is posted again: after others deleted it, or chat has scrolled it away.

Each repost of a deleted message waits longer; in the end only a user reposts it. Of chat, message ids are
kept, never authors or texts.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

import discord

from cogs.ui.answers import answer_of
from cogs.ui.items import TROUBLE, note

log = logging.getLogger(__name__)

PAUSES: Final = (0.0, 0.1, 10.0, 30.0, 90.0, 270.0)
"""Seconds without the message before each repost. After the last, only a user's command posts it.

The first two hardly wait: a moderator may delete a message twice in a short time.
"""
STANDS: Final = 300.0
"""Age in seconds from which a message counts as accepted: if deleted later, it is reposted at once."""
CHAT = frozenset({discord.MessageType.default, discord.MessageType.reply})
"""Types of messages that users write; Discord's own notices don't count."""


@dataclass
class Reposts:
    """Deletions of one message by others; times by the event loop's clock.

    A deletion is noticed when an edit fails. The bot's own reposts, which follow the chat, don't count.
    """

    posted_at: float = -inf
    """Time of this process's last post."""
    is_missing: bool = False
    """Whether it was found deleted and not posted since."""
    _deletions: int = 0
    """Consecutive deletions within ``STANDS`` seconds after the post."""
    _missing_since: float = -inf

    def note_post(self, now: float) -> None:
        """Note a post."""
        self.posted_at, self.is_missing = now, False

    def note_edit(self, now: float) -> None:
        """Note a successful edit: forget earlier deletions if the post is at least ``STANDS`` seconds old."""
        if now - self.posted_at >= STANDS:
            self._deletions = 0

    def note_deletion(self, now: float) -> None:
        """Note that it was found deleted."""
        if not self.is_missing:
            self.is_missing, self._missing_since = True, now
            self._deletions += 1

    def wait(self, now: float) -> float:
        """Seconds until a missing message is reposted; 0 if not missing, infinite if only a user may."""
        if not self.is_missing:
            return 0.0
        if self._deletions > len(PAUSES):
            return inf
        return max(0.0, self._missing_since + PAUSES[self._deletions - 1] - now)

    @property
    def is_given_up(self) -> bool:
        """Whether it is missing and will not be reposted without a user's command."""
        return self.is_missing and self._deletions > len(PAUSES)

    @property
    def is_idle(self) -> bool:
        """Whether no deletion is counted, so that this record can be dropped."""
        return self._deletions == 0


@dataclass
class _Notice:
    """The notice that a message is no longer reposted."""

    channel_id: int
    text: str
    told: set[int] = field(default_factory=set)
    """Ids of the users who got the notice."""


class RepostNotices:
    """Notices about messages, in all channels, that are no longer reposted because others delete them."""

    def __init__(self) -> None:
        self._notices: dict[str, _Notice] = {}
        """By message key."""

    def add(self, key: str, channel_id: int, text: str) -> None:
        """Add a message that is no longer reposted; ``text`` says so, and how to repost it."""
        self._notices.setdefault(key, _Notice(channel_id, text))

    def remove(self, key: str) -> None:
        """Remove a message that was posted again or is no longer needed."""
        self._notices.pop(key, None)

    async def tell(self, interaction: discord.Interaction[Any]) -> None:
        """After an answer, send its user each of the channel's notices they have not got yet."""
        user_id = interaction.user.id
        for notice in tuple(self._notices.values()):
            if notice.channel_id != interaction.channel_id or user_id in notice.told:
                continue
            if not answer_of(interaction).is_given:
                return
            notice.told.add(user_id)
            try:
                await answer_of(interaction).send(note(notice.text))
            except TROUBLE as error:
                notice.told.discard(user_id)
                log.info("it could not be said that a message is not posted (%s)", type(error).__name__)


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
