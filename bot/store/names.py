"""What people were last called: it stands with their newest match, and nowhere else."""

from __future__ import annotations

from typing import Final

from bot.league.credits import Entry
from bot.store.database import Run, Statement, Values
from bot.store.rows import legible
from bot.store.stored_book import Named

NEWEST_NAME: Final = """
    SELECT name FROM booked_entries
    JOIN match_players ON match_players.table_id = booked_entries.table_id AND user_id = first
    WHERE guild_id = ? AND size = 1 AND first = ? AND second = 0
    ORDER BY finished_at DESC, booked_entries.table_id DESC LIMIT 1
"""


async def named(run: Run, guild_id: int, entry: Entry) -> Named:
    """Who somebody is, with what they were last called in a server; empty where that was not recorded."""
    names = []
    for person in entry:
        rows = await run(Statement(NEWEST_NAME, Values((guild_id, person))))
        names.append(legible(rows[0][0]) if rows else "")
    return Named(entry, tuple(names))
