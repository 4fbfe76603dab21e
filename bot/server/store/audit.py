"""What managers of a server did at its tables: kept, and looked up."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database, Statement, Values
from bot.database.rows import legible
from bot.models.endings import Managed
from bot.models.stored import AuditEntry

NOTE: Final = """
    INSERT INTO audit (id, guild_id, table_id, user_id, what, reason, removed, at)
    SELECT COALESCE(MAX(id), 0) + 1, ?, ?, ?, ?, ?, ?, ? FROM audit
"""
NEWEST: Final = """
    SELECT guild_id, table_id, user_id, what, at, reason, removed FROM audit
    WHERE guild_id = ? ORDER BY id DESC LIMIT ? OFFSET ?
"""
KNOWN: Final = frozenset(Managed)


class AuditStore:
    """What managers did, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def audit(self, guild_id: int, limit: int, skip: int = 0) -> list[AuditEntry]:
        """What managers of a server did, the newest first, without the first so many."""
        rows = await self._database.read(Statement(NEWEST, Values((guild_id, limit, skip))))
        return [
            AuditEntry(guild, table_id, user_id, Managed(what), at, legible(reason), removed)
            for guild, table_id, user_id, what, at, reason, removed in rows
            if what in KNOWN
        ]


def note_audit(entry: AuditEntry) -> Statement:
    """Keep what a manager did."""
    act = (entry.guild_id, entry.table_id, entry.user_id, entry.what, entry.reason, entry.removed, entry.at)
    return Statement(NOTE, Values(act))
