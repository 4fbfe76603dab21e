"""House rules that contradict each other, each with the sentence that says so."""

from __future__ import annotations

from rules.tricks.variant import Variant


def conflict(variant: Variant) -> str | None:
    """What is wrong with a variant; None if it can be played."""
    return None
