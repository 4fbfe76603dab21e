"""Points as people type them, several in a line: ``310 245``, ``5,120 – 3,340``."""

from __future__ import annotations

import re
from typing import Final

NUMBER: Final = re.compile(r"[-−+]?\d{1,6}")
BETWEEN: Final = re.compile(r"[\s,;:/|–]+")
THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
"""A comma within a number as it is written here: 5,120."""


def points_in(line: str, sides: int) -> tuple[int, ...] | None:
    """The numbers of a line, perhaps more or fewer than there are sides; None if something else is in it.

    A comma stands between two numbers or within one, whichever gives every side its number.
    """
    found = (_apart(line), _apart(THOUSANDS.sub("", line)))
    words = next((words for words in found if len(words) == sides), found[0])
    if not all(NUMBER.fullmatch(word) for word in words):
        return None
    return tuple(int(word.replace("−", "-")) for word in words)


def _apart(line: str) -> list[str]:
    return [word for word in BETWEEN.split(line) if word]
