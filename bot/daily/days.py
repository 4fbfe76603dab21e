"""Which day it is, until when its deal may be played, and how many days in a row somebody has played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import takewhile
from typing import Final

from bot.daily.stored import DayPlayed

ONE_DAY: Final = timedelta(days=1)
DAYS_OPEN: Final = 2
"""Whoever has begun a deal may end it on its day and the next."""


def day_at(moment: float) -> date:
    """The day of a moment in epoch seconds, in UTC: the same everywhere."""
    return datetime.fromtimestamp(moment, UTC).date()


def end_of(day: date) -> float:
    """When a day is over, in epoch seconds."""
    return datetime.combine(day + ONE_DAY, time(), UTC).timestamp()


def is_open(day: date, today: date) -> bool:
    """Whether the deal of a day may still be ended by those who have begun it."""
    return today - day < DAYS_OPEN * ONE_DAY


def streak(days: Sequence[date], today: date) -> int:
    """How many days in a row were played up to today, or to yesterday while today's deal waits.

    ``days`` are those played, the latest first.
    """
    last = today if today in days else today - ONE_DAY
    until = [day for day in days if day <= last]
    return len(list(takewhile(lambda pair: pair[1] == last - pair[0] * ONE_DAY, enumerate(until))))


def streak_ahead(days: Sequence[DayPlayed], today: date) -> int:
    """On how many of the days played in a row somebody was ahead of the middle, back to one they were not.

    ``days`` are those played, the latest first. Whoever was alone on a day had nobody to be ahead of: it is
    passed over. Ahead of the middle is who leaves half of all or more behind.
    """
    in_a_row = days[: streak([date.fromisoformat(one.day) for one in days], today)]
    compared = [one for one in in_a_row if one.played > 1]
    return len(list(takewhile(lambda one: 2 * one.behind >= one.played, compared)))
