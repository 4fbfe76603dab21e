"""Numbers as people type them: points of a league, and values of the command line."""

from __future__ import annotations

import re
from typing import Final

NUMBER: Final = re.compile(
    r"(?P<sign>[-−–+]?)"
    r"(?P<digits>\d{1,6}|[1-9]\d{0,2}(?P<mark>[,.'’ \u00a0\u202f])\d{3}(?:(?P=mark)\d{3})?)"
    r"(?P<decimal>[.,]0{1,2})?",
    re.ASCII,
)
"""A whole number, perhaps with marks between thousands and with decimals that are zero."""
UNCLEAR: Final = re.compile(r"[-−–+]?[1-9]\d{0,2}(?:\.000)+", re.ASCII)
"""One or one thousand, by country. A comma always stands between thousands, as the bot writes them."""
MINUS: Final = re.compile(r"(?<!\S)–(?=\d)")
"""A dash that stands for a minus, as word processors and spreadsheets make it."""
BETWEEN: Final = re.compile(r"[\s,;:/|–]+")
BETWEEN_MARKED: Final = re.compile(r"[\s;:/|–]+")
"""The same where commas belong to the numbers."""
THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
"""A comma within a number as it is written here: 5,120."""


def whole_number(written: str) -> int | None:
    """A number of points; None for anything else, and where a mark can mean two things."""
    found = NUMBER.fullmatch(written)
    if found is None or UNCLEAR.fullmatch(written):
        return None
    if found["mark"] and (found["decimal"] or "").startswith(found["mark"]):
        return None
    digits = int(re.sub(r"\D", "", found["digits"]))
    return digits if found["sign"] in {"", "+"} else -digits


def points_in(line: str, sides: int) -> tuple[int, ...] | None:
    """The numbers of a line, perhaps more or fewer than there are sides; None if something else is in it.

    A comma stands between two numbers or within one, whichever gives every side its number.
    """
    signed = MINUS.sub("-", line)
    found = (
        _apart(BETWEEN, signed),
        _apart(BETWEEN, THOUSANDS.sub("", signed)),
        _apart(BETWEEN_MARKED, signed),
    )
    words = next((words for words in found if len(words) == sides), found[0])
    numbers = tuple(number for word in words if (number := whole_number(word)) is not None)
    return numbers if len(numbers) == len(words) else None


def _apart(between: re.Pattern[str], line: str) -> list[str]:
    return [word for word in between.split(line) if word]


LARGEST: Final = 2**63 - 1
"""The largest a database holds, and larger than any number of Discord's."""


class BadNumber(Exception):
    """It is none, or none that will do; ``str`` is the sentence that says so."""


def option_number(text: object, name: str, *, least: int = 1, most: int = LARGEST) -> int:
    """Read the value of an option.

    Raises:
        BadNumber: it is no whole number within bounds.
    """
    digits = str(text)
    is_short = digits.isascii() and digits.isdigit() and len(digits) <= len(str(LARGEST))
    if not is_short or not least <= int(digits) <= most:
        raise BadNumber(f"{name} wants a whole number from {least} to {most}, not “{digits}”.")
    return int(digits)
