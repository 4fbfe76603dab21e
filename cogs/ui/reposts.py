"""Back-off for messages that others delete: each repost waits longer; in the end only a user reposts them."""

from __future__ import annotations

import logging
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
