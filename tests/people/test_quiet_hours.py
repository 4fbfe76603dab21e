"""Quiet hours: as people type them, over midnight and over changes to summer time."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.common.errors import Refused
from bot.models.stored_settings import QuietHours
from bot.table.turns.quiet_hours import LONGEST, ZONES, quiet_hours, quiet_until

NEW_YORK = ZoneInfo("America/New_York")
NIGHT = QuietHours(22 * 60, 8 * 60, "America/New_York")


def at(text: str) -> float:
    """A time in New York, as seconds since 1970."""
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK).timestamp()


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("22:00", 1320),
        ("22", 1320),
        ("10 PM", 1320),
        ("10pm", 1320),
        ("10:30 p.m.", 1350),
        (" 8 ", 480),
        ("12 am", 0),
        ("24:00", 0),
        ("12 PM", 720),
    ],
)
def test_time_is_read_as_people_type_it(typed: str, minutes: int) -> None:
    assert quiet_hours(typed, f"{(minutes // 60 + 1) % 24}:00", "UTC").begins == minutes


@pytest.mark.parametrize("typed", ["", "noon", "25", "13 PM", "0 am", "8:60", "24:30", "-8", "8:0"])
def test_other_text_is_no_time(typed: str) -> None:
    with pytest.raises(Refused, match="Type a time such as"):
        quiet_hours(typed, "8", "UTC")


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("new york", "America/New_York"),
        ("Eastern", "America/New_York"),
        ("Pacific time", "America/Los_Angeles"),
        ("Berl", "Europe/Berlin"),
        ("central", "America/Chicago"),
        ("Hawaii", "Pacific/Honolulu"),
        ("utc", "UTC"),
        ("UTC-5", "UTC-5"),
        ("gmt + 5:30", "UTC+5:30"),
        ("−3", "UTC-3"),
        ("Europe/Oslo", "Europe/Oslo"),
        *((name, name) for name in ZONES.values()),
    ],
)
def test_time_zone_is_an_offset_or_a_name(typed: str, zone: str) -> None:
    assert quiet_hours("22", "8", typed).zone == zone


@pytest.mark.parametrize(
    "typed", ["", "x", "in", "Nowhere", "UTC-15", "../../etc/passwd", "America", "/etc", "a\0b"]
)
def test_other_text_is_no_time_zone(typed: str) -> None:
    with pytest.raises(Refused, match="Type a time zone such as"):
        quiet_hours("22", "8", typed)


def test_quiet_hours_last_at_most_half_a_day() -> None:
    with pytest.raises(Refused, match="two different times"):
        quiet_hours("8", "8", "UTC")
    with pytest.raises(Refused, match="12 hours a day at most"):
        quiet_hours("8", "20:01", "UTC")
    assert quiet_hours("20", "8", "UTC") == QuietHours(1200, 480, "UTC")
    assert LONGEST == 720


@pytest.mark.parametrize(
    ("moment", "until"),
    [
        ("2026-11-23T21:59:59", None),
        ("2026-11-23T22:00", "2026-11-24T08:00"),
        ("2026-11-23T23:59", "2026-11-24T08:00"),
        ("2026-11-24T00:00", "2026-11-24T08:00"),
        ("2026-11-24T07:59:59", "2026-11-24T08:00"),
        ("2026-11-24T08:00", None),
        ("2026-03-07T23:00", "2026-03-08T08:00"),  # the clocks are put forward at two that night
        ("2026-10-31T23:00", "2026-11-01T08:00"),  # and back
    ],
)
def test_quiet_hours_follow_local_time(moment: str, until: str | None) -> None:
    assert quiet_until(NIGHT, at(moment)) == (None if until is None else at(until))


def test_quiet_hours_may_lie_within_one_day_and_use_an_offset() -> None:
    lunch = QuietHours(12 * 60, 13 * 60, "UTC+5:30")
    noon = datetime(2026, 11, 23, 6, 45, tzinfo=UTC).timestamp()
    assert quiet_until(lunch, noon) == noon + 45 * 60
    assert quiet_until(lunch, noon - 3600) is None
    assert quiet_until(None, noon) is None


def test_stored_time_zone_no_longer_known_is_read_as_utc() -> None:
    midnight = datetime(2026, 11, 23, tzinfo=UTC).timestamp()
    assert quiet_until(QuietHours(0, 60, "Gone/Away"), midnight) == midnight + 3600
