"""When a message that others delete is posted again: later each time, and in the end not at all."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

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
