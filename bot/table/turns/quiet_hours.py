"""Quiet hours: a user gets no reminders, and no turn at a slow table times out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from bot.common.errors import Refused
from bot.models.stored_settings import QuietHours

LONGEST: Final = 12 * 60
"""Longest quiet hours in minutes a day, since others wait."""
ZONES: Final[Mapping[str, str]] = {
    "Eastern (New York)": "America/New_York",
    "Central (Chicago)": "America/Chicago",
    "Mountain (Denver)": "America/Denver",
    "Arizona (Phoenix)": "America/Phoenix",
    "Pacific (Los Angeles)": "America/Los_Angeles",
    "Alaska (Anchorage)": "America/Anchorage",
    "Hawaii (Honolulu)": "Pacific/Honolulu",
    "Atlantic (Halifax)": "America/Halifax",
    "Brazil (Sao Paulo)": "America/Sao_Paulo",
    "Ireland (Dublin)": "Europe/Dublin",
    "Britain (London)": "Europe/London",
    "Central Europe (Berlin)": "Europe/Berlin",
    "Eastern Europe (Athens)": "Europe/Athens",
    "South Africa (Johannesburg)": "Africa/Johannesburg",
    "India (Kolkata)": "Asia/Kolkata",
    "Philippines (Manila)": "Asia/Manila",
    "Japan (Tokyo)": "Asia/Tokyo",
    "Eastern Australia (Sydney)": "Australia/Sydney",
    "New Zealand (Auckland)": "Pacific/Auckland",
    "UTC": "UTC",
}
"""Time zones that are offered; any other can be typed."""
LEAST_TYPED: Final = 3
"""Letters that a part of a time zone's name needs to stand for it."""
NO_TIME: Final = "Type a time such as 22:00 or 10 PM."
NO_ZONE: Final = "Type a time zone such as New York, America/New_York or UTC-5."
SAME: Final = "Quiet hours begin and end at two different times."
TOO_LONG: Final = "Quiet hours can be 12 hours a day at most, because others wait."
_TIME: Final = re.compile(r"(\d{1,2})(?::([0-5]\d))?\s*(?:([ap])\.?m\.?)?", re.IGNORECASE)
_OFFSET: Final = re.compile(r"(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_MOST_HOURS: Final = 14


def quiet_hours(begins: str, ends: str, zone: str) -> QuietHours:
    """Parse typed quiet hours.

    Raises:
        Refused: one of the three can't be read, begin and end are equal, or the hours are too long.
    """
    quiet = QuietHours(_minutes(begins), _minutes(ends), _zone_name(zone))
    if quiet.begins == quiet.ends:
        raise Refused(SAME)
    if (quiet.ends - quiet.begins) % (24 * 60) > LONGEST:
        raise Refused(TOO_LONG)
    return quiet


def zones_like(typed: str) -> list[str]:
    """Labels of offered time zones with ``typed`` at the start of a word of label or name; all if empty."""
    begins = re.compile(rf"\b{re.escape(typed.strip())}", re.IGNORECASE)
    return [label for label, name in ZONES.items() if begins.search(label) or begins.search(name)]


def quiet_until(quiet: QuietHours | None, at: float) -> float | None:
    """End of the quiet hours around ``at``, in epoch seconds; None outside them or without any."""
    if quiet is None:
        return None
    local = datetime.fromtimestamp(at, _zone(quiet.zone))
    since = (local.hour * 60 + local.minute - quiet.begins) % (24 * 60)
    if since >= (quiet.ends - quiet.begins) % (24 * 60):
        return None
    over = local.replace(hour=quiet.ends // 60, minute=quiet.ends % 60, second=0, microsecond=0)
    if over <= local:
        over += timedelta(days=1)
    return over.timestamp()


def _minutes(typed: str) -> int:
    """A time of day, in minutes after midnight."""
    found = _TIME.fullmatch(typed.strip())
    if found is None:
        raise Refused(NO_TIME)
    hours, minutes, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if half and not 1 <= hours <= 12:
        raise Refused(NO_TIME)
    if half:
        hours = hours % 12 + 12 * (half == "p")
    if hours > 24 or (hours == 24 and minutes):
        raise Refused(NO_TIME)
    return (hours * 60 + minutes) % (24 * 60)


def _zone_name(typed: str) -> str:
    """The stored form of a typed time zone: an offset from UTC, or its name."""
    text = typed.strip()
    offset = _OFFSET.fullmatch(text)
    if offset is not None:
        sign, hours, minutes = "+" if offset[1] == "+" else "-", int(offset[2]), int(offset[3] or 0)
        if hours * 60 + minutes > _MOST_HOURS * 60:
            raise Refused(NO_ZONE)
        return f"UTC{sign}{hours}:{minutes:02}" if minutes else f"UTC{sign}{hours}"
    name = _offered_zone(text) or text.replace(" ", "_")
    if _known_zone(name) is None:
        raise Refused(NO_ZONE)
    return name


def _offered_zone(typed: str) -> str | None:
    """The offered time zone with this name or beginning; None without just one."""
    wanted = typed.casefold().removesuffix(" time")
    for label, name in ZONES.items():
        if wanted in label.casefold().removesuffix(")").split(" ("):
            return name
    begun = zones_like(typed) if len(typed) >= LEAST_TYPED else []
    return ZONES[begun[0]] if len(begun) == 1 else None


def _zone(name: str) -> tzinfo:
    """A stored time zone; UTC if this machine does not know it any more."""
    offset = _OFFSET.fullmatch(name)
    if offset is None:
        return _known_zone(name) or UTC
    east = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
    return timezone(east if offset[1] == "+" else -east)


def _known_zone(name: str) -> tzinfo | None:
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None
