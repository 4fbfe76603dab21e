"""Server settings in the database: saved rules, default game, table defaults."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database, Statement, Values
from bot.database.rows import legible
from bot.models.endings import CHOICES, Leaving
from bot.models.stored import SavedRules, ServerSettings

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


class ServerStore:
    """Reads and writes a server's saved rules, its default game, and its defaults for new tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save_rules(self, guild_id: int, rules: SavedRules) -> None:
        """Save rules of a server, replacing any with the same name."""
        await self._database.write(Statement(SAVE_RULES, Values((guild_id, rules.name, rules.code))))

    async def remove_rules(self, guild_id: int, name: str) -> None:
        """Delete saved rules of a server, if there are any by that name."""
        await self._database.write(Statement(REMOVE_RULES, Values((guild_id, name))))

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
