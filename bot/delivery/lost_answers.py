"""Answers that did not arrive, because Discord or whoever asked was gone: counted, not complained of."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

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
