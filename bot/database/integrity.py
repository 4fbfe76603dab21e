"""Whether the pages and indexes of a SQLite file hold together. What its rows hold is for others to judge."""

from __future__ import annotations

import re
from typing import Final

from bot.database.database import Run, Statement
from bot.database.errors import Damaged

MOST: Final = 100
"""Where SQLite stops counting."""
OF_ROWS: Final = re.compile(r"(non-)?[A-Z]+ value in |CHECK constraint failed in ")
"""What SQLite says of values that are not as their column wants them."""


async def broken_places(read: Run) -> int:
    """How many places of a file's pages and indexes are broken."""
    try:
        found = await read(Statement(f"PRAGMA integrity_check({MOST})"))
    except Damaged:
        return 1
    return sum(said != "ok" and not OF_ROWS.match(said) for [said] in found)
