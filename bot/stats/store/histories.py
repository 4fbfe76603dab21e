"""Queries for the matches a player has played."""

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
"""  # noqa: S608 (no user input)
NUMBER: Final = f"SELECT COUNT(*) FROM tables WHERE guild_id = ? AND {_PLAYED}"  # noqa: S608 (no user input)
HAS_PLAYED: Final = f"SELECT 1 FROM tables WHERE id = ? AND {_PLAYED}"  # noqa: S608 (no user input)


class HistoryStore:
    """Who has played at which tables: at the end of a deal, or of the match."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def played_by(self, guild_id: int, user_id: int, limit: int, skip: int = 0) -> list[int]:
        """Ids of tables in a server where a player sat at the end of a deal or match, newest first."""
        values = Values((guild_id, user_id, user_id, limit, skip))
        return [row[0] for row in await self._database.read(Statement(MATCHES, values))]

    async def number_played_by(self, guild_id: int, user_id: int) -> int:
        """Number of tables a player has played at in a server."""
        return await self._database.count(Statement(NUMBER, Values((guild_id, user_id, user_id))))

    async def has_played(self, table_id: int, user_id: int) -> bool:
        """Whether a user has played at a table."""
        values = Values((table_id, user_id, user_id))
        return bool(await self._database.read(Statement(HAS_PLAYED, values)))
