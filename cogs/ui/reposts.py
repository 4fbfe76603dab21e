"""When a message that others delete is posted again: later each time, in the end only on a user's wish."""

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
"""Seconds without the message before each repost; after the last one it is not posted unasked any more.

The first two hardly wait: a moderator may delete a message twice in a short time.
"""
STANDS: Final = 300.0
"""Seconds after which a message counts as left alone: one deleted later is posted again at once."""


@dataclass
class Reposts:
    """The deletions of one message by others, by the event loop's clock.

    A message stands for as long as it takes edits: nothing else tells of a deletion. The bot's own reposts,
    such as those that follow the chat, are no deletions.
    """

    posted_at: float = -inf
    """When this process last posted it."""
    is_missing: bool = False
    """Whether it was found deleted, and has not been posted since."""
    _deletions: int = 0
    """Deletions in a row of messages that had not stood for long."""
    _missing_since: float = -inf

    def note_post(self, now: float) -> None:
        """It was posted."""
        self.posted_at, self.is_missing = now, False

    def note_edit(self, now: float) -> None:
        """It took an edit, so it stands."""
        if now - self.posted_at >= STANDS:
            self._deletions = 0

    def note_deletion(self, now: float) -> None:
        """It was found deleted."""
        if not self.is_missing:
            self.is_missing, self._missing_since = True, now
            self._deletions += 1

    def wait(self, now: float) -> float:
        """Seconds until it may be posted again; infinite where only a user's wish may have it posted."""
        if not self.is_missing:
            return 0.0
        if self._deletions > len(PAUSES):
            return inf
        return max(0.0, self._missing_since + PAUSES[self._deletions - 1] - now)

    @property
    def is_given_up(self) -> bool:
        """Whether it is missing, and not posted unasked any more."""
        return self.is_missing and self._deletions > len(PAUSES)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is known that matters later."""
        return self._deletions == 0


@dataclass
class _Notice:
    """A message that is not posted unasked any more."""

    channel_id: int
    text: str
    told: set[int] = field(default_factory=set)
    """The users who were told."""


class LeftAway:
    """The messages of all channels that are not posted unasked any more, since others delete them."""

    def __init__(self) -> None:
        self._notices: dict[str, _Notice] = {}
        """By the key of the message."""

    def add(self, key: str, channel_id: int, text: str) -> None:
        """A message is not posted any more; ``text`` says so, and what posts it again."""
        self._notices.setdefault(key, _Notice(channel_id, text))

    def remove(self, key: str) -> None:
        """A message is posted again, or needs no place any more."""
        self._notices.pop(key, None)

    async def tell(self, interaction: discord.Interaction[Any]) -> None:
        """Tell a user, once, of each message that is left away in the channel, after an answer."""
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
