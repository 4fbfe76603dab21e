"""Counts of hand updates and lost answers since the start, for the health check."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from bot.common import metrics

log = logging.getLogger(__name__)


class HandCounts:
    """Counts since the start: edits of hand messages, and changes merged into later edits."""

    def __init__(self) -> None:
        self.shown = 0
        """Successful edits."""
        self.merged = 0
        """Changes merged into a later edit to save requests."""

    def note_shown(self) -> None:
        """Count a successful edit."""
        self.shown += 1

    def note_merged(self) -> None:
        """Count a change merged into a later edit."""
        self.merged += 1


class LostAnswers:
    """Counts of answers to presses that failed since the start, by reason."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    @property
    def counts(self) -> Mapping[str, int]:
        """Lost answers by reason: Discord's error code, or ``connection``."""
        return MappingProxyType(self._counts)

    def note(self, reason: str) -> None:
        """Count and log a lost answer."""
        self._counts[reason] += 1
        metrics.LOST_ANSWERS.add(reason)
        log.info("an answer was lost (%s, %d so far)", reason, self._counts[reason])
