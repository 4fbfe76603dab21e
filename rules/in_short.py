"""The rules of a game on one screen: the line of each section that a newcomer needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.core.about import RuleSection

LINE: Final = 130
"""Characters of a line at the most: three lines of a phone."""


def in_short(sections: Iterable[RuleSection]) -> tuple[tuple[str, str], ...]:
    """The sections that are needed to begin, a line each: the heading, and what matters of it."""
    return tuple((section.heading, section.short) for section in sections if section.short)
