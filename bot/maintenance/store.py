"""What is let go of with time: who did what in old matches, tables nobody played at, servers that left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.daily import store as daily
from bot.database.database import Database, Statement, Values
from bot.delivery.store import hand_messages, loose_messages
from bot.evening.store import letting_go as evenings
from bot.evening.store.letting_go import CALLED_OFF, evening_goes
from bot.league.store import leagues
from bot.server.store import audit, settled
from bot.server.store.audit import forget_audit
from bot.stats.store import booking
from bot.table.store import letting_go as tables
from bot.table.store.letting_go import OF_SERVER, OLD_LOGS, WITHOUT_MESSAGES, let_messages_go, pack_log

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
"""Tables that are looked after at a time."""
Goes = Callable[[int], Sequence[Statement]]
"""Says what removes one of something, by its number."""


class RetentionStore:
    """Lets go of what is old, in a database; some of it at a time, for others want the database, too."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def pack_logs(self, before: float) -> int:
        """Pack the logs of matches that were over before a time; returns how many.

        Who did something, and when, is not in them any more. One that is damaged stays as it is.
        What managers did before that time is forgotten, too.
        """
        await self._database.write(forget_audit(before))
        count = last = 0
        while True:
            rows = await self._database.read(Statement(OLD_LOGS, Values((last, before, PAGE))))
            if not rows:
                break
            for [last] in rows:
                async with self._database.transaction() as run:
                    count += await pack_log(run, last)
        if count:
            await self._database.erase_traces()
        return count

    async def let_messages_go(self, before: float) -> int:
        """Have the messages of tables deleted that are to be removed; returns of how many that is new."""
        return len(await self._database.write(let_messages_go(before)))

    async def remove_never_played(self, before: float) -> int:
        """Remove tables that were opened before a time and closed without a deal; returns how many.

        Those with a message stay until it is deleted: it may name somebody who wants to be forgotten.
        """
        return await self._remove_old(WITHOUT_MESSAGES, _table_goes, before)

    async def remove_called_off(self, before: float) -> int:
        """Remove evenings that were opened before a time and closed without a table; returns how many."""
        return await self._remove_old(CALLED_OFF, evening_goes, before)

    async def remove_server(self, guild_id: int) -> int:
        """Remove everything of a server; returns how many tables that were."""
        count = await self._remove_all(OF_SERVER, _table_goes, guild_id)
        await self._database.write(*_server_goes(guild_id))
        await self._database.erase_traces()
        return count

    async def _remove_old(self, sql: str, goes: Goes, before: float) -> int:
        count = await self._remove_all(sql, goes, before)
        if count:
            await self._database.erase_traces()
        return count

    async def _remove_all(self, sql: str, goes: Goes, what: float) -> int:
        count = 0
        while rows := await self._database.read(Statement(sql, Values((what, PAGE)))):
            for [number] in rows:
                await self._database.write(*goes(number))
            count += len(rows)
        return count

    async def servers(self) -> list[int]:
        """Every server something is stored of."""
        return [row[0] for row in await self._database.read(Statement(SERVERS))]

    async def note_left(self, guild_id: int, at: float) -> None:
        """Note that a server has removed the bot, if that is not known."""
        await self._database.write(Statement(LEFT, Values((guild_id, at))))

    async def note_came_back(self, guild_id: int) -> None:
        """Note that a server has the bot."""
        await self._database.write(Statement(CAME_BACK, Values((guild_id,))))

    async def servers_left(self, before: float) -> list[int]:
        """The servers that removed the bot before a time."""
        rows = await self._database.read(Statement(LEFT_BEFORE, Values((before,))))
        return [row[0] for row in rows]


def _table_goes(table_id: int) -> list[Statement]:
    """Every row of a table, those first that refer to others."""
    return [
        hand_messages.table_goes(table_id),
        audit.table_goes(table_id),
        *booking.table_goes(table_id),
        *tables.table_goes(table_id),
    ]


def _server_goes(guild_id: int) -> list[Statement]:
    """Every row of a server that is of no table, those first that refer to others."""
    return [
        loose_messages.server_goes(guild_id),
        *daily.server_goes(guild_id),
        *tables.server_goes(guild_id),
        *evenings.server_goes(guild_id),
        *leagues.server_goes(guild_id),
        *booking.server_goes(guild_id),
        *settled.server_goes(guild_id),
        Statement(CAME_BACK, Values((guild_id,))),
    ]
