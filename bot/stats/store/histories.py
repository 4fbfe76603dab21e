"""The matches somebody has played, and by which rules a server plays: the newest first."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database, Statement, Values

_PLAYED: Final = """
    id IN (
        SELECT table_id FROM deal_players WHERE user_id = ?
        UNION SELECT table_id FROM match_players WHERE user_id = ?
    )
"""
MATCHES: Final = f"""
    SELECT id FROM tables LEFT JOIN matches ON matches.table_id = tables.id
    WHERE tables.guild_id = ? AND {_PLAYED}
    ORDER BY COALESCE(
        finished_at, (SELECT MAX(at) FROM deals WHERE deals.table_id = tables.id), created_at
    ) DESC, id DESC LIMIT ? OFFSET ?
"""  # noqa: S608 (a query of ours)
NUMBER: Final = f"SELECT COUNT(*) FROM tables WHERE guild_id = ? AND {_PLAYED}"  # noqa: S608 (a query of ours)
HAS_PLAYED: Final = f"SELECT 1 FROM tables WHERE id = ? AND {_PLAYED}"  # noqa: S608 (a query of ours)
RULES_PLAYED: Final = """
    SELECT rules_code FROM (
        SELECT rules_code, finished_at FROM matches WHERE guild_id = ? ORDER BY finished_at DESC LIMIT ?
    ) AS newest
    WHERE rules_code IS NOT NULL GROUP BY rules_code ORDER BY MAX(finished_at) DESC, rules_code LIMIT ?
"""
NEWEST: Final = 100
"""Matches of a server that say what is played there lately."""


class HistoryStore:
    """Who has played at which tables, in a database: at the end of a deal, or of the match."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def played_by(self, guild_id: int, user_id: int, limit: int, skip: int = 0) -> list[int]:
        """The tables of a server somebody has played at, by number, the newest first."""
        values = Values((guild_id, user_id, user_id, limit, skip))
        return [row[0] for row in await self._database.read(Statement(MATCHES, values))]

    async def number_played_by(self, guild_id: int, user_id: int) -> int:
        """At how many tables of a server somebody has played."""
        return await self._database.count(Statement(NUMBER, Values((guild_id, user_id, user_id))))

    async def has_played(self, table_id: int, user_id: int) -> bool:
        """Whether somebody has played at a table."""
        values = Values((table_id, user_id, user_id))
        return bool(await self._database.read(Statement(HAS_PLAYED, values)))

    async def rules_played(self, guild_id: int, limit: int) -> list[str]:
        """The rules of a server's newest matches, as codes, each once, the newest first."""
        values = Values((guild_id, NEWEST, limit))
        return [row[0] for row in await self._database.read(Statement(RULES_PLAYED, values))]
