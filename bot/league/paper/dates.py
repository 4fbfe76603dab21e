"""Parses when a match was played: a day, perhaps a time of day, in UTC unless a zone is given."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.league.paper.people import quoted
from bot.league.paper.unclear import NO_ANSWERS, Answers, Doubt, Question, settled

WRITTEN: Final = "%Y-%m-%dT%H:%M:%SZ"
NOON: Final = 12
AHEAD: Final = timedelta(hours=14)
"""The furthest a time zone is ahead of UTC: today may have begun elsewhere."""
FIRST_YEAR: Final = 1970
TO_THE_MINUTE: Final = 60.0
A_DAY: Final = 86_400.0
"""Seconds: a match is closer than this to noon UTC of the day it was played on."""
MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
TOO_EARLY: Final = f"The date {{written}} is before {FIRST_YEAR}."
TO_COME: Final = "The date {written} is in the future."
NOT_A_DATE: Final = "{written} isn't a date. Write it as 2026-11-22."

_WEEKDAY: Final = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?"
_CLOCK: Final = (
    r"(?:(?:\s*,\s*|\s+(?:at\s+)?|t)"
    r"(?P<hour>\d{1,2})(?::?(?P<minute>\d{2})(?::?(?P<second>\d{2})(?:[.,](?P<fraction>\d{1,12}))?)?)?"
    r"\s*(?P<half>[ap]\.?m\.?)?\s*(?:(?P<zone>z|utc|gmt)|(?P<offset>[-+−]\d{2})(?::?(?P<more>\d{2}))?)?)?"
)
_DAYS: Final = (
    r"(?P<year>\d{4})(?P<mark>[-/.]?)(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})",
    r"(?P<one>\d{1,2})\s?(?P<mark>[-/.])\s?(?P<two>\d{1,2})\s?(?P=mark)\s?(?P<year>\d{4}|\d{2})",
    r"(?P<word>[a-z]{3,9})\.?\s*(?P<day>\d{1,2})(?:st|nd|rd|th)?(?:\s*,\s*|\s+)(?P<year>\d{4})",
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]*(?P<word>[a-z]{3,9})\.?[\s,-]*(?P<year>\d{4}|\d{2})",
)
FORMS: Final = tuple(re.compile(_WEEKDAY + day + _CLOCK, re.ASCII | re.IGNORECASE) for day in _DAYS)
COMPACT: Final = 8
"""Digits of a date without separators, as in 20261122."""


class When(NamedTuple):
    """When a match was played, with the precision of that."""

    at: float
    """In epoch seconds; noon UTC if only the day is known."""
    within: float
    """In seconds: two reports of one match are less than this apart."""

    @property
    def is_a_day(self) -> bool:
        """Whether the time of day is unknown."""
        return self.within == A_DAY


def read_date(written: str, now: float, answers: Answers = NO_ANSWERS) -> When:
    """A date as people write it. Times up to 14 hours in the future, from zones ahead, become ``now``.

    Raises:
        Unclear: month and day can be swapped, and ``answers`` has no choice.
        Refused: it is not a date, or is too early or in the future.
    """
    found = _match(written.strip())
    if found is None:
        raise Refused(NOT_A_DATE.format(written=quoted(written)))
    present = datetime.fromtimestamp(now, UTC)
    try:
        moment = _moment(found.groupdict(), written.strip(), present, answers)
    except ValueError:
        raise Refused(NOT_A_DATE.format(written=quoted(written))) from None
    if moment.timestamp() < 0:
        raise Refused(TOO_EARLY.format(written=quoted(written)))
    if moment > present + AHEAD:
        raise Refused(TO_COME.format(written=quoted(written)))
    return When(min(moment, present).timestamp(), A_DAY if found["hour"] is None else TO_THE_MINUTE)


def is_dated(written: str) -> bool:
    """Whether a text has the form of a date, valid or not."""
    return _match(written.strip()) is not None


def written_date(at: float) -> str:
    """A time in epoch seconds as written to a file: UTC, like ``2024-12-31T19:30:00Z``."""
    return datetime.fromtimestamp(int(at), UTC).strftime(WRITTEN)


def unambiguous_date(when: When) -> str:
    """A date without ambiguity, like ``Dec 31, 2024`` or ``Dec 31, 2024, 19:30 UTC``."""
    moment = datetime.fromtimestamp(when.at, UTC)
    day = _told_day(moment)
    return day if when.is_a_day else f"{day}, {moment:%H:%M} UTC"


def _told_day(moment: datetime) -> str:
    return f"{MONTHS[moment.month - 1][:3].capitalize()} {moment.day}, {moment.year}"


def _match(written: str) -> re.Match[str] | None:
    found = next((found for form in FORMS if (found := form.fullmatch(written))), None)
    if found is None:
        return None
    parts = found.groupdict()
    is_whole = parts.get("mark") != "" or len(parts["year"] + parts["month"] + parts["day"]) == COMPACT
    is_clock = parts["hour"] is None or bool(parts["minute"] or parts["half"])
    return found if is_whole and is_clock else None


def _moment(parts: dict[str, str | None], written: str, present: datetime, answers: Answers) -> datetime:
    """The moment given by the parts of a date.

    Raises:
        ValueError: there is no such day or time.
        Unclear: month and day can be swapped, and ``answers`` has no choice.
        Refused: the year is too early or in the future.
    """
    year = _year(parts["year"] or "", present)
    if not FIRST_YEAR - 1 <= year <= present.year + 1:
        raise Refused((TOO_EARLY if year < FIRST_YEAR else TO_COME).format(written=quoted(written)))
    if parts.get("word"):
        day = datetime(year, _month(parts["word"] or ""), int(parts["day"] or 0), tzinfo=UTC)
    elif parts.get("month"):
        day = datetime(year, int(parts["month"] or 0), int(parts["day"] or 0), tzinfo=UTC)
    else:
        one, two = int(parts["one"] or 0), int(parts["two"] or 0)
        day = _month_or_day_first(year, one, two, Doubt(parts["mark"] or ""), written, answers)
    if parts["hour"] is None:
        return day.replace(hour=NOON)
    return day.replace(
        hour=_hour(int(parts["hour"]), (parts["half"] or "").casefold()[:1]),
        minute=int(parts["minute"] or 0),
        second=int(parts["second"] or 0),
        microsecond=int(f"{parts['fraction'] or '':0<6}"[:6]),
        tzinfo=_zone(parts["offset"], parts["more"]),
    ).astimezone(UTC)


def _month_or_day_first(
    year: int, one: int, two: int, doubt: Doubt, written: str, answers: Answers
) -> datetime:
    """A day given as two numbers before the year: month first, or day first."""
    month_first, day_first = _day(year, one, two), _day(year, two, one)
    if month_first is None or day_first is None or month_first == day_first:
        found = month_first or day_first
        if found is None:
            raise ValueError(written)
        return found
    readings = (f"{_told_day(month_first)} (month first)", f"{_told_day(day_first)} (day first)")
    return (month_first, day_first)[settled(Question(doubt, quoted(written), readings), answers)]


def _day(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None


def _year(written: str, present: datetime) -> int:
    """A year; two digits mean the latest such year up to the present."""
    if len(written) > 2:
        return int(written)
    year = present.year // 100 * 100 + int(written)
    return year if year <= present.year else year - 100


def _month(written: str) -> int:
    word = "sep" if written.casefold() == "sept" else written.casefold()
    found = [number for number, name in enumerate(MONTHS, 1) if name.startswith(word)]
    if len(found) != 1:
        raise ValueError(written)
    return found[0]


def _hour(hour: int, half: str) -> int:
    """An hour from 0 to 23, of a 24-hour clock, or of a 12-hour one if ``half`` is ``a`` (a.m.) or ``p``.

    Raises ``ValueError`` if a 12-hour clock has no such hour.
    """
    if not half:
        return hour
    if not 1 <= hour <= NOON:
        raise ValueError(hour)
    return hour % NOON + (NOON if half == "p" else 0)


def _zone(offset: str | None, more: str | None) -> timezone:
    if offset is None:
        return UTC
    minutes = int(offset[1:]) * 60 + int(more or 0)
    return timezone(timedelta(minutes=minutes if offset[0] == "+" else -minutes))
