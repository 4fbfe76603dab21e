"""The managers' log in the database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from types import MappingProxyType
from typing import Final

from bot.database.database import Database, Kind, Statement, Values
from bot.database.rows import legible
from bot.models.endings import Managed
from bot.models.former_players import UNSAID, Known, is_named
from bot.models.stored import AuditEntry, Forgetting

NOTE: Final = """
    INSERT INTO audit (guild_id, table_id, user_id, what, reason, removed, at) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
NEWEST: Final = """
    SELECT guild_id, table_id, user_id, what, at, reason, removed FROM audit
    WHERE guild_id = ? ORDER BY id DESC LIMIT ? OFFSET ?
"""
REASONS: Final = "SELECT guild_id, table_id, id, user_id, removed, reason FROM audit WHERE reason <> ''"
SET_REASON: Final = "UPDATE audit SET reason = ? WHERE id = ?"
RENUMBER: Final = (
    "UPDATE audit SET user_id = ? WHERE user_id = ? AND table_id = ?",
    "UPDATE audit SET removed = ? WHERE removed = ? AND table_id = ?",
)
KNOWN: Final = frozenset(Managed)
OWN: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "managed": Kind(
            ("table_id", "guild_id", "what", "reason", "at"),
            "FROM audit WHERE user_id = ? ORDER BY id",
        ),
        "removed": Kind(
            ("table_id", "guild_id", "what", "reason", "at"),
            "FROM audit WHERE removed = ? ORDER BY id",
        ),
    }
)
"""Exported personal data, by kind; each ``?`` is the user's id."""
FORGET: Final = "DELETE FROM audit WHERE at < ?"
"""Deletes log entries from before a time in epoch seconds."""
DELETE_TABLE: Final = "DELETE FROM audit WHERE table_id = ?"
"""Deletes a table's log entries."""


class AuditStore:
    """Queries for the managers' log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def audit(self, guild_id: int, limit: int, skip: int = 0) -> list[AuditEntry]:
        """``limit`` log entries, newest first, after the first ``skip``; unknown kinds are left out."""
        rows = await self._database.read(Statement(NEWEST, Values((guild_id, limit, skip))))
        return [
            AuditEntry(guild, table_id, user_id, Managed(what), at, legible(reason), removed)
            for guild, table_id, user_id, what, at, reason, removed in rows
            if what in KNOWN
        ]


def note_audit(entry: AuditEntry) -> Statement:
    """Statement that inserts a log entry."""
    act = (entry.guild_id, entry.table_id, entry.user_id, entry.what, entry.reason, entry.removed, entry.at)
    return Statement(NOTE, Values(act))


async def unsaid_in_audit(
    database: Database, user_id: int, known: Known
) -> AsyncIterator[tuple[int, Statement]]:
    """Statements that blank reasons written by, about or naming a user, each with its table's id."""
    for guild, table_id, number, doer, removed, reason in await database.read(Statement(REASONS)):
        if reason != UNSAID and (user_id in {doer, removed} or is_named(known.at(guild, table_id), reason)):
            yield table_id, Statement(SET_REASON, Values((UNSAID, number)))


def forget_in_audit(table_id: int, who: Forgetting) -> list[Statement]:
    """Statements that replace a user by a former player in a table's log entries."""
    return [Statement(sql, Values((who.former_id, who.user_id, table_id))) for sql in RENUMBER]
