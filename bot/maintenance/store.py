"""SQL of the deletion of old data: logs of old matches, tables never played, servers that removed the bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.daily import store as daily
from bot.database.database import Database, Statement, Values, each_with
from bot.database.rows import sound, whole
from bot.delivery import store as messages
from bot.evening.store import evenings
from bot.league.store import leagues
from bot.server import store as server
from bot.stats.store import ledger
from bot.table.store import expiry as tables

SERVERS: Final = """
    SELECT DISTINCT guild_id FROM tables
    UNION SELECT guild_id FROM saved_rules
    UNION SELECT guild_id FROM default_rules
    UNION SELECT guild_id FROM server_settings
    UNION SELECT guild_id FROM leagues
    UNION SELECT guild_id FROM evenings
    UNION SELECT guild_id FROM daily_deals
    UNION SELECT guild_id FROM loose_messages
"""
LEFT: Final = "INSERT INTO left_servers (guild_id, left_at) VALUES (?, ?) ON CONFLICT (guild_id) DO NOTHING"
CAME_BACK: Final = "DELETE FROM left_servers WHERE guild_id = ?"
LEFT_BEFORE: Final = "SELECT guild_id FROM left_servers WHERE left_at < ? ORDER BY guild_id"
PAGE: Final = 20
"""Rows processed at a time."""
TABLE_GOES: Final = (messages.DELETE_TABLE, server.DELETE_TABLE, *ledger.DELETE_TABLE, *tables.DELETE_TABLE)
"""Deletes all rows of a table, referring rows first."""
SERVER_GOES: Final = (
    messages.DELETE_SERVER,
    *daily.DELETE_SERVER,
    *tables.DELETE_SERVER,
    *evenings.DELETE_SERVER,
    *leagues.DELETE_SERVER,
    *ledger.DELETE_SERVER,
    *server.DELETE_SERVER,
    CAME_BACK,
)
"""Deletes all rows of a server but its tables', referring rows first."""


class RetentionStore:
    """Deletes old data in a database, in small steps, so that other callers are not blocked."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def pack_logs(self, before: float) -> int:
        """Compress the logs of matches that ended before a time, in epoch seconds; returns how many.

        Compressed logs have no users and times. Damaged logs are left unchanged. Audit entries from before
        that time are deleted, too.
        """
        await self._database.write(Statement(server.FORGET_ACTS, Values((before,))))
        count = last = 0
        while True:
            rows = await self._database.read(Statement(tables.OLD_LOGS, Values((last, before, PAGE))))
            if not rows:
                break
            for [last] in rows:
                async with self._database.transaction() as run:
                    count += await tables.compress_log(run, last)
        if count:
            await self._database.erase_traces()
        return count

    async def mark_expired_messages(self, before: float) -> int:
        """Mark past messages of never played tables opened before a time for deletion; returns how many."""
        mark = Statement(tables.MARK_EXPIRED_MESSAGES, Values((before,)))
        return len(await self._database.write(mark))

    async def remove_never_played(self, before: float) -> int:
        """Delete tables opened before a time and closed without a deal or messages left; returns how many."""
        # Tables with a message stay until it is deleted: it may name a user who deletes their data later.
        return await self._remove_old(tables.WITHOUT_MESSAGES, TABLE_GOES, before)

    async def remove_called_off(self, before: float) -> int:
        """Delete evenings opened before a time and closed without a table; returns how many."""
        return await self._remove_old(evenings.CALLED_OFF, evenings.EVENING_GOES, before)

    async def remove_server(self, guild_id: int) -> int:
        """Delete all data of a server; returns the number of tables deleted."""
        count = await self._remove_all(tables.OF_SERVER, TABLE_GOES, guild_id)
        await self._database.write(*each_with(SERVER_GOES, guild_id))
        await self._database.erase_traces()
        return count

    async def _remove_old(self, sql: str, deletion: Sequence[str], before: float) -> int:
        count = await self._remove_all(sql, deletion, before)
        if count:
            await self._database.erase_traces()
        return count

    async def _remove_all(self, sql: str, deletion: Sequence[str], what: float) -> int:
        count = 0
        while rows := await self._database.read(Statement(sql, Values((what, PAGE)))):
            for [number] in rows:
                await self._database.write(*each_with(deletion, number))
            count += len(rows)
        return count

    async def servers(self) -> list[int]:
        """Ids of all servers with stored data."""
        return sound(_server, await self._database.read(Statement(SERVERS)), "data of a server")

    async def note_left(self, guild_id: int, at: float) -> None:
        """Store when a server has removed the bot, unless that is stored already."""
        await self._database.write(Statement(LEFT, Values((guild_id, at))))

    async def note_came_back(self, guild_id: int) -> None:
        """Delete the note that a server has removed the bot."""
        await self._database.write(Statement(CAME_BACK, Values((guild_id,))))

    async def servers_left(self, before: float) -> list[int]:
        """Ids of servers that removed the bot before a time, in epoch seconds."""
        rows = await self._database.read(Statement(LEFT_BEFORE, Values((before,))))
        return sound(_server, rows, "a server that removed the bot")


def _server(guild_id: object) -> int:
    return whole(guild_id, "its number")
