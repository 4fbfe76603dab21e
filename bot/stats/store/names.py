"""Names of players and pairs, as recorded with their newest matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.database.database import Database, Statement, Values
from bot.database.rows import legible
from bot.models.credits import Entrant
from bot.models.stored_ledger import Named

_PERSON: Final = "SELECT CAST(? AS BIGINT) AS person"
NEWEST_NAMES: Final = """
    SELECT person, (
        SELECT name FROM booked_entries
        JOIN match_players ON match_players.table_id = booked_entries.table_id AND user_id = first
        WHERE guild_id = ? AND size = 1 AND first = person AND second = 0
        ORDER BY finished_at DESC, booked_entries.table_id DESC LIMIT 1
    ) FROM ({people}) AS asked_for
"""
"""Players with the names recorded with their newest matches in a server."""


async def named(database: Database, guild_id: int, entrants: Sequence[Entrant]) -> list[Named]:
    """Players and pairs with their latest names in a server, in the order given; an unknown name is empty."""
    people = sorted({person for entrant in entrants for person in entrant})
    if not people:
        return []
    sql = NEWEST_NAMES.format(people=" UNION ALL ".join([_PERSON] * len(people)))
    rows = await database.read(Statement(sql, Values((guild_id, *people))))
    names = {person: "" if name is None else legible(name) for person, name in rows}
    return [Named(entrant, tuple(names[person] for person in entrant)) for entrant in entrants]
