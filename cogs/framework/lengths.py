"""How much anybody may type: an answer that quotes it has to fit a message, and a number has to be one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

LONGEST: Final = 1000
"""Characters of an option or a field; the longest that means anything, every card of a deck, has fewer."""
LARGEST: Final = 2**53
"""Discord sends no larger number."""
TOO_LONG: Final = f"That's too long to read. Type {LONGEST:,} characters at most."


def is_too_long(data: Mapping[str, Any]) -> bool:
    """Whether an option of a command, or a field of a modal, holds more than anybody has to say."""
    return any(
        len(value) > LONGEST if isinstance(value, str) else isinstance(value, int) and abs(value) > LARGEST
        for value in _typed(data)
    )


def _typed(part: Mapping[str, Any]) -> Iterator[object]:
    """The values of options in options, and of fields in fields."""
    yield part.get("value")
    for inner in (*(part.get("options") or ()), *(part.get("components") or ())):
        yield from _typed(inner)
    if isinstance(part.get("component"), dict):
        yield from _typed(part["component"])
