"""Counts the answers of computers that had to be given at first sight, and logs them without a flood."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum
from math import inf
from types import MappingProxyType
from typing import Final

from bot.common import metrics

log = logging.getLogger(__name__)

QUIET: Final = 600.0
"""Seconds between two log lines of one kind of trouble."""


class Trouble(StrEnum):
    """Why a computer answered at first sight: late, its process died, it failed, or an illegal answer."""

    LATE = "late"
    DIED = "died"
    FAILED = "failed"
    ILLEGAL = "illegal"


class FirstSights:
    """Counts of answers given at first sight since the start, by trouble."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._logged_at: dict[Trouble, float] = {}

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of answers given at first sight, by trouble."""
        return MappingProxyType(self._counts)

    def note(self, trouble: Trouble, kind: str, game: str, reason: str) -> None:
        """Count one answer. The first of its trouble in ten minutes is logged; ``reason`` names no card."""
        self._counts[trouble] += 1
        metrics.FIRST_SIGHTS.add(trouble)
        now = self._clock()
        if now - self._logged_at.get(trouble, -inf) >= QUIET:
            self._logged_at[trouble] = now
            log.warning(
                "%s answered at first sight at %s: %s (%s, %d so far)",
                kind, game, reason, trouble, self._counts[trouble],
            )  # fmt: skip
