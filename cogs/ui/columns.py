"""Text in straight columns: what a phone shows in one line of a code block."""

from __future__ import annotations

import unicodedata
from typing import Final

WIDTH: Final = 27
"""Characters of a line: a narrow phone shows no more of a code block beside the margins of a container."""
LETTERS: Final = "ABCDEFGHI"
"""What stands for players whose names would bend the columns."""


def is_narrow(name: str) -> bool:
    """Whether each character takes one place in a code block, and none ends it."""
    return "`" not in name and all(
        unicodedata.east_asian_width(letter) in ("Na", "N") and unicodedata.category(letter)[0] in "LNPZS"
        for letter in name
    )
