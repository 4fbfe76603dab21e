"""The rules of a game on one screen: what each section begins with, as far as there is room."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rules.core.about import RuleSection

MOST_LINES: Final = 12
LINE: Final = 90
"""Characters after which a line takes no further sentence; the first one stands, however long."""
LAST: Final = "End"
"""The section how a match is won: those after it are for whoever wants to know everything."""
_BETWEEN_SENTENCES: Final = re.compile(r"(?<=[.!?”])\s+(?=[A-Z0-9“])")


def in_short(sections: Sequence[RuleSection]) -> tuple[tuple[str, str], ...]:
    """The sections up to how a match is won, a line each: the heading, and what it begins with."""
    headings = [section.heading for section in sections]
    end = headings.index(LAST) + 1 if LAST in headings else len(headings)
    first, last = sections[: end - 1][: MOST_LINES - 1], sections[end - 1 : end]
    return tuple((section.heading, _beginning(section.text)) for section in (*first, *last))


def _beginning(text: str) -> str:
    """The first sentence, and those after it that find room."""
    said, *others = _BETWEEN_SENTENCES.split(text)
    for sentence in others:
        if len(said) + 1 + len(sentence) > LINE:
            break
        said += f" {sentence}"
    return said
