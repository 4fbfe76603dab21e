"""The words of a race, for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.words import counted
from rules.games.race import Fairness, RaceRules

WHO_COUNTS: Final[Mapping[Fairness, str]] = {
    "stamp": "the earliest press counts",
    "sealed": "a random draw picks one of them",
    "first": "the first press to arrive counts",
}
"""Which call counts if several call."""


def time_to_call(rules: RaceRules) -> str:
    """The time to call: ``5 seconds``."""
    return counted(rules.race_window, "second")
