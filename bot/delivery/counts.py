"""What is counted of answers and hands since the start, so that the bot can tell how it is."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType


class HandCounts:
    """Counted since the start."""

    def __init__(self) -> None:
        self.shown = 0
        """Edits that have arrived."""
        self.merged = 0
        """Changes that were shown together with a later one, so that Discord is not asked too often."""

    def note_shown(self) -> None:
        """Count an edit that has arrived."""
        self.shown += 1

    def note_merged(self) -> None:
        """Count a change that is shown together with a later one."""
        self.merged += 1


log = logging.getLogger(__name__)


class LostAnswers:
    """How many answers were lost since the start, by reason."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of lost answers by reason: Discord's code, or what happened to the connection."""
        return MappingProxyType(self._counts)

    def note(self, reason: str) -> None:
        """Count an answer that was lost."""
        self._counts[reason] += 1
        log.info("an answer was lost (%s, %d so far)", reason, self._counts[reason])
