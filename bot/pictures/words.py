"""The words on pictures: days, numbers, shares."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.pictures.values import BidsAt
from rules.core.words import signed


def day(at: float) -> str:
    """The day of a time in epoch seconds, in Greenwich: ``Sep 3``."""
    date = datetime.fromtimestamp(at, UTC)
    return f"{date:%b} {date.day}"


def share(part: int, whole: int) -> str:
    """A part of something that is not nothing, in percent: ``66%``."""
    return f"{round(100 * part / whole)}%"


def heights(bids: BidsAt) -> str:
    """Between which heights bids are: ``100–115``, or ``100``."""
    lowest, highest = signed(bids.lowest), signed(bids.highest)
    return lowest if lowest == highest else f"{lowest}–{highest}"
