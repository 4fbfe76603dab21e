"""Parsers for typed numbers: points of a league's matches, and values of command line options."""

from __future__ import annotations

import re
from typing import Final

NUMBER: Final = re.compile(
    r"(?P<sign>[-−–+]?)"
    r"(?P<digits>\d{1,6}|[1-9]\d{0,2}(?P<mark>[,.'’ \u00a0\u202f])\d{3}(?:(?P=mark)\d{3})?)"
    r"(?P<decimal>[.,]0{1,2})?",
    re.ASCII,
)
"""A whole number, optionally with separators between thousands and with decimals that are zero."""
UNCLEAR: Final = re.compile(r"[-−–+]?[1-9]\d{0,2}(?:\.000)+", re.ASCII)
"""``1.000`` is one or one thousand, by country. A comma separates thousands, as the bot writes them."""
MINUS: Final = re.compile(r"(?<!\S)–(?=\d)")
"""A dash for a minus sign, as word processors and spreadsheets write it."""
BETWEEN: Final = re.compile(r"[\s,;:/|–]+")
BETWEEN_MARKED: Final = re.compile(r"[\s;:/|–]+")
"""Separators of numbers, but for the comma, which belongs to the numbers."""
THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
"""A comma between thousands: 5,120."""


def whole_number(written: str) -> int | None:
    """Parse a number of points; None if it is no whole number, or ambiguous such as ``1.000``."""
    found = NUMBER.fullmatch(written)
    if found is None or UNCLEAR.fullmatch(written):
        return None
    if found["mark"] and (found["decimal"] or "").startswith(found["mark"]):
        return None
    digits = int(re.sub(r"\D", "", found["digits"]))
    return digits if found["sign"] in {"", "+"} else -digits


def points_in(line: str, sides: int) -> tuple[int, ...] | None:
    """All numbers in a line, perhaps more or fewer than ``sides``; None if the line holds anything else.

    A comma is read as a separator of numbers or of thousands, whichever gives one number for each side.
    """
    signed = MINUS.sub("-", line)
    found = (
        _split(BETWEEN, signed),
        _split(BETWEEN, THOUSANDS.sub("", signed)),
        _split(BETWEEN_MARKED, signed),
    )
    words = next((words for words in found if len(words) == sides), found[0])
    numbers = tuple(number for word in words if (number := whole_number(word)) is not None)
    return numbers if len(numbers) == len(words) else None


def _split(between: re.Pattern[str], line: str) -> list[str]:
    return [word for word in between.split(line) if word]


LARGEST: Final = 2**63 - 1
"""The largest integer a database column holds; Discord's ids are smaller."""


class BadNumber(Exception):
    """An option's value is no whole number or out of bounds; ``str`` is a sentence saying so."""


def option_number(text: object, name: str, *, least: int = 1, most: int = LARGEST) -> int:
    """Parse an option of the command line; ``BadNumber`` unless it is whole, from ``least`` to ``most``."""
    digits = str(text)
    is_short = digits.isascii() and digits.isdigit() and len(digits) <= len(str(LARGEST))
    if not is_short or not least <= int(digits) <= most:
        raise BadNumber(f"{name} wants a whole number from {least} to {most}, not “{digits}”.")
    return int(digits)
