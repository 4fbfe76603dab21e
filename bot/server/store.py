"""SQL of server settings (saved rules, default game, table defaults) and of the managers' log."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Final

from bot.database.database import Database, Statement, Values
from bot.database.rows import legible
from bot.models.endings import CHOICES, Leaving, Managed
from bot.models.former_players import UNSAID, Forgetting, Known, is_named
from bot.models.stored_settings import AuditEntry, SavedRules, ServerSettings

SAVE_RULES: Final = """
    INSERT INTO saved_rules (guild_id, name, code) VALUES (?, ?, ?)
    ON CONFLICT (guild_id, name) DO UPDATE SET code = excluded.code
"""
REMOVE_RULES: Final = "DELETE FROM saved_rules WHERE guild_id = ? AND name = ?"
SAVED_RULES: Final = "SELECT name, code FROM saved_rules WHERE guild_id = ? ORDER BY name"
SET_DEFAULT_RULES: Final = """
    INSERT INTO default_rules (guild_id, rules) VALUES (?, ?)
    ON CONFLICT (guild_id) DO UPDATE SET rules = excluded.rules
"""
REMOVE_DEFAULT_RULES: Final = "DELETE FROM default_rules WHERE guild_id = ?"
REMOVE_IF_DEFAULT: Final = "DELETE FROM default_rules WHERE guild_id = ? AND rules = ? RETURNING rules"
DEFAULT_RULES: Final = "SELECT rules FROM default_rules WHERE guild_id = ?"
SET_SERVER_SETTINGS: Final = """
    INSERT INTO server_settings (guild_id, counted, leaving, in_threads, level) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (guild_id) DO UPDATE
    SET counted = excluded.counted, leaving = excluded.leaving, in_threads = excluded.in_threads,
        level = excluded.level
"""
SERVER_SETTINGS: Final = "SELECT counted, leaving, in_threads, level FROM server_settings WHERE guild_id = ?"
RULES_PLAYED: Final = """
    SELECT rules_code FROM (
        SELECT rules_code, finished_at FROM matches WHERE guild_id = ? ORDER BY finished_at DESC LIMIT ?
    ) AS newest
    WHERE rules_code IS NOT NULL GROUP BY rules_code ORDER BY MAX(finished_at) DESC, rules_code LIMIT ?
"""
NEWEST: Final = 100
"""Newest matches searched for recently played rules."""
LEAVING: Final = frozenset(CHOICES)
DELETE_SERVER: Final = (
    "DELETE FROM saved_rules WHERE guild_id = ?",
    "DELETE FROM default_rules WHERE guild_id = ?",
    "DELETE FROM server_settings WHERE guild_id = ?",
)
"""Deletes all settings of a server."""
NOTE_ACT: Final = """
    INSERT INTO audit (guild_id, table_id, user_id, what, reason, removed, at) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
NEWEST_ACTS: Final = """
    SELECT guild_id, table_id, user_id, what, at, reason, removed FROM audit
    WHERE guild_id = ? ORDER BY id DESC LIMIT ? OFFSET ?
"""
AUDIT_REASONS: Final = "SELECT guild_id, table_id, id, user_id, removed, reason FROM audit WHERE reason <> ''"
SET_REASON: Final = "UPDATE audit SET reason = ? WHERE id = ?"
RENUMBER: Final = (
    "UPDATE audit SET user_id = ? WHERE user_id = ? AND table_id = ?",
    "UPDATE audit SET removed = ? WHERE removed = ? AND table_id = ?",
)
MANAGED: Final = frozenset(Managed)
OWN: Final[Mapping[str, str]] = {
    "managed": "SELECT table_id, guild_id, what, reason, at FROM audit WHERE user_id = ? ORDER BY id",
    "removed": "SELECT table_id, guild_id, what, reason, at FROM audit WHERE removed = ? ORDER BY id",
}
"""Exported personal data, by kind; each ``?`` is the user's id."""
FORGET_ACTS: Final = "DELETE FROM audit WHERE at < ?"
"""Deletes log entries from before a time in epoch seconds."""
DELETE_TABLE: Final = "DELETE FROM audit WHERE table_id = ?"
"""Deletes a table's log entries."""


class ServerStore:
    """A server's saved rules, its default game, its defaults for new tables, and its managers' log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save_rules(self, guild_id: int, rules: SavedRules) -> None:
        """Save rules of a server, replacing any with the same name."""
        await self._database.write(Statement(SAVE_RULES, Values((guild_id, rules.name, rules.code))))

    async def remove_rules(self, guild_id: int, name: str) -> bool:
        """Delete saved rules of a server, also as its default game; returns whether they were that."""
        named = Values((guild_id, name))
        unit = Statement(REMOVE_RULES, named), Statement(REMOVE_IF_DEFAULT, named)
        return bool(await self._database.write(*unit))

    async def saved_rules(self, guild_id: int) -> list[SavedRules]:
        """The rules a server has saved, sorted by name, with those no longer playable."""
        rows = await self._database.read(Statement(SAVED_RULES, Values((guild_id,))))
        return [SavedRules(legible(name), legible(code)) for name, code in rows]

    async def default_rules(self, guild_id: int) -> str | None:
        """The server's default game, as a name of saved rules or a code; None if not set."""
        rows = await self._database.read(Statement(DEFAULT_RULES, Values((guild_id,))))
        return legible(rows[0][0]) if rows else None

    async def set_default_rules(self, guild_id: int, rules: str | None) -> None:
        """Set the server's default game; None unsets it."""
        if rules is None:
            await self._database.write(Statement(REMOVE_DEFAULT_RULES, Values((guild_id,))))
        else:
            await self._database.write(Statement(SET_DEFAULT_RULES, Values((guild_id, rules))))

    async def server_settings(self, guild_id: int) -> ServerSettings:
        """A server's defaults for new tables; the global defaults if unset or unreadable."""
        rows = await self._database.read(Statement(SERVER_SETTINGS, Values((guild_id,))))
        if not rows or rows[0][1] not in LEAVING:
            return ServerSettings()
        [[counted, leaving, in_threads, level]] = rows
        kept = None if level is None else legible(level)
        return ServerSettings(counted == 1, Leaving(leaving), in_threads == 1, kept)

    async def set_server_settings(self, guild_id: int, settings: ServerSettings) -> None:
        """Store a server's defaults for new tables."""
        await self._database.write(Statement(SET_SERVER_SETTINGS, Values((guild_id, *settings))))

    async def rules_played(self, guild_id: int, limit: int) -> list[str]:
        """Up to ``limit`` codes of rules, each once, of a server's ``NEWEST`` matches, newest first."""
        values = Values((guild_id, NEWEST, limit))
        return [row[0] for row in await self._database.read(Statement(RULES_PLAYED, values))]

    async def audit(self, guild_id: int, limit: int, skip: int = 0) -> list[AuditEntry]:
        """``limit`` log entries, newest first, after the first ``skip``; unknown kinds are left out."""
        rows = await self._database.read(Statement(NEWEST_ACTS, Values((guild_id, limit, skip))))
        return [
            AuditEntry(guild, table_id, user_id, Managed(what), at, legible(reason), removed)
            for guild, table_id, user_id, what, at, reason, removed in rows
            if what in MANAGED
        ]


def note_audit(entry: AuditEntry) -> Statement:
    """Statement that inserts a log entry."""
    act = (entry.guild_id, entry.table_id, entry.user_id, entry.what, entry.reason, entry.removed, entry.at)
    return Statement(NOTE_ACT, Values(act))


async def unsaid_in_audit(
    database: Database, user_id: int, known: Known
) -> AsyncIterator[tuple[int, Statement]]:
    """Statements that blank reasons written by, about or naming a user, each with its table's id."""
    for guild, table_id, number, doer, removed, reason in await database.read(Statement(AUDIT_REASONS)):
        if reason != UNSAID and (user_id in {doer, removed} or is_named(known.at(guild, table_id), reason)):
            yield table_id, Statement(SET_REASON, Values((UNSAID, number)))


def forget_in_audit(table_id: int, who: Forgetting) -> list[Statement]:
    """Statements that replace a user by a former player in a table's log entries."""
    return [Statement(sql, Values((who.former_id, who.user_id, table_id))) for sql in RENUMBER]
