"""Limits on what users type, so that an answer that quotes it fits a message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

LONGEST: Final = 1000
"""Characters of an option or a field. The longest sensible input, every card of a deck, has fewer."""
LARGEST: Final = 2**53
"""The largest integer Discord sends in an option."""
TOO_LONG: Final = f"That's too long to read. Type {LONGEST:,} characters at most."


def is_too_long(data: Mapping[str, Any]) -> bool:
    """Whether an interaction's data holds a text longer than ``LONGEST`` or a number beyond ``LARGEST``."""
    return any(
        len(value) > LONGEST if isinstance(value, str) else isinstance(value, int) and abs(value) > LARGEST
        for value in _typed(data)
    )


def _typed(part: Mapping[str, Any]) -> Iterator[object]:
    """All values of options and fields, nested ones included."""
    yield part.get("value")
    for inner in (*(part.get("options") or ()), *(part.get("components") or ())):
        yield from _typed(inner)
    if isinstance(part.get("component"), dict):
        yield from _typed(part["component"])
