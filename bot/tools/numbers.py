"""Whole numbers of the command line, which explains itself where argparse would not."""

from __future__ import annotations

from typing import Final

LARGEST: Final = 2**63 - 1
"""The largest a database holds, and larger than any number of Discord's."""


class BadNumber(Exception):
    """It is none, or none that will do; ``str`` is the sentence that says so."""


def whole_number(text: object, name: str, *, least: int = 1, most: int = LARGEST) -> int:
    """Read the value of an option.

    Raises:
        BadNumber: it is no whole number within bounds.
    """
    digits = str(text)
    is_short = digits.isascii() and digits.isdigit() and len(digits) <= len(str(LARGEST))
    if not is_short or not least <= int(digits) <= most:
        raise BadNumber(f"{name} wants a whole number from {least} to {most}, not “{digits}”.")
    return int(digits)
