"""Days in UTC: how long a daily deal is open, and streaks of days played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import takewhile
from typing import Final

from bot.daily.stored import DayPlayed

ONE_DAY: Final = timedelta(days=1)
DAYS_OPEN: Final = 2
"""Days on which a deal that was begun may be finished: its own and the next."""


def day_at(moment: float) -> date:
    """The UTC day of a time in epoch seconds."""
    return datetime.fromtimestamp(moment, UTC).date()


def end_of(day: date) -> float:
    """The end of a UTC day (the next midnight) in epoch seconds."""
    return datetime.combine(day + ONE_DAY, time(), UTC).timestamp()


def is_open(day: date, today: date) -> bool:
    """Whether players who began a day's deal may still finish it: for ``DAYS_OPEN`` days, its own one too."""
    return today - day < DAYS_OPEN * ONE_DAY


def streak(days: Sequence[date], today: date) -> int:
    """Number of ``days`` (latest first) in a row up to today, or to yesterday if today is not played."""
    last = today if today in days else today - ONE_DAY
    until = [day for day in days if day <= last]
    return len(list(takewhile(lambda pair: pair[1] == last - pair[0] * ONE_DAY, enumerate(until))))


def streak_ahead(days: Sequence[DayPlayed], today: date) -> int:
    """Number of days in a row, within the streak, on which at least half of all players were behind.

    ``days`` are the days played, the latest first. Days without other players are skipped.
    """
    in_a_row = days[: streak([date.fromisoformat(one.day) for one in days], today)]
    compared = [one for one in in_a_row if one.played > 1]
    return len(list(takewhile(lambda one: 2 * one.behind >= one.played, compared)))
