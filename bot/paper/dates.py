"""When a match was played, as people write it: a day, perhaps with the time of day, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from bot.errors import Refused
from bot.paper.people import quoted

FORMS: Final = ("%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d")
NOON: Final = timedelta(hours=12)
AHEAD: Final = timedelta(hours=14)
"""How far clocks on earth are ahead of UTC: today may have begun elsewhere."""
FIRST_YEAR: Final = 1970


def read_date(written: str, now: float) -> float:
    """A date in epoch seconds; a day alone stands for its noon. What clocks elsewhere show already is now.

    Raises:
        Refused: it is none, or is to come.
    """
    moment = _moment(written.strip())
    present = datetime.fromtimestamp(now, UTC)
    if moment.year < FIRST_YEAR:
        raise Refused(f"The date {quoted(written)} is before {FIRST_YEAR}.")
    if moment > present + AHEAD:
        raise Refused(f"The date {quoted(written)} is in the future.")
    return min(moment, present).timestamp()


def written_date(at: float) -> str:
    """A time in epoch seconds as a file has it, to the second."""
    return datetime.fromtimestamp(int(at), UTC).strftime(FORMS[0])


def _moment(written: str) -> datetime:
    for form in FORMS:
        try:
            moment = datetime.strptime(written, form).replace(tzinfo=UTC)
        except ValueError:
            continue
        return moment + NOON if form == FORMS[-1] else moment
    raise Refused(f"{quoted(written)} isn't a date. Write it as 2026-11-22.")
