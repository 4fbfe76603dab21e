"""Text from outside, made fit to be kept and shown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\s]+")


def clean(text: str, limit: int) -> str:
    """One line of at most ``limit`` characters; broken ones (lone surrogates) are replaced."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _BREAKS.sub(" ", whole).strip()[:limit].strip()


def distinct(names: Iterable[str], limit: int) -> list[str]:
    """The names in their order, a number behind each that was there before; empty ones stay empty."""
    found: list[str] = []
    for name in names:
        own, number = name, 1
        while own and own in found:
            number += 1
            own = f"{name[: limit - len(f' ({number})')]} ({number})"
        found.append(own)
    return found
