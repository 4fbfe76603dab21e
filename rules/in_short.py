"""The rules of a game on one screen: one line of each section that a newcomer needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.core.about import RuleSection

LINE: Final = 130
"""Most characters of a line: three lines on a phone."""


def in_short(sections: Iterable[RuleSection]) -> tuple[tuple[str, str], ...]:
    """Heading and short line of each section that has one."""
    return tuple((section.heading, section.short) for section in sections if section.short)
