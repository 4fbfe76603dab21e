"""What is let go of with time: who did what in old matches, tables nobody played at, servers that left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.database.database import Database, Run, Statement, Values
from bot.database.errors import Damaged
from bot.database.packed_logs import packed
from bot.table.store.reading import read_entry
from bot.table.store.tables import LOG

OLD_LOGS: Final = """
    SELECT id FROM tables LEFT JOIN matches ON matches.table_id = tables.id
    WHERE id > ? AND status IN ('finished', 'cancelled') AND COALESCE(finished_at, created_at) < ?
        AND EXISTS (SELECT 1 FROM actions WHERE actions.table_id = tables.id)
    ORDER BY id LIMIT ?
"""
FORGET_AUDIT: Final = "DELETE FROM audit WHERE at < ?"
FORGET_ENTRIES: Final = "DELETE FROM actions WHERE table_id = ?"
KEEP_PACKED: Final = "INSERT INTO packed_logs (table_id, log) VALUES (?, ?)"
NEVER_PLAYED: Final = """
    SELECT id FROM tables WHERE status = 'cancelled' AND created_at < ?
        AND NOT EXISTS (SELECT 1 FROM deals WHERE table_id = tables.id)
        AND NOT EXISTS (SELECT 1 FROM matches WHERE table_id = tables.id)
"""
MESSAGES_GO: Final = f"""
    UPDATE past_messages SET kind = 'note', is_wrong = 1
    WHERE is_wrong = 0 AND table_id IN ({NEVER_PLAYED}) RETURNING message_id
"""  # noqa: S608 (a query of ours)
WITHOUT_MESSAGES: Final = f"""
    {NEVER_PLAYED}
        AND NOT EXISTS (SELECT 1 FROM shown_messages WHERE table_id = tables.id)
        AND NOT EXISTS (SELECT 1 FROM past_messages WHERE table_id = tables.id)
    ORDER BY id LIMIT ?
"""  # noqa: S608 (a query of ours)
OF_SERVER: Final = "SELECT id FROM tables WHERE guild_id = ? ORDER BY id LIMIT ?"
TABLE_GOES: Final = (
    "UPDATE evening_tables SET table_id = NULL WHERE table_id = ?",
    "DELETE FROM earlier_deals WHERE source_id = ?",
    *(
        f"DELETE FROM {name} WHERE table_id = ?"  # noqa: S608 (a name of ours)
        for name in (
            *("shown_messages", "past_messages", "unseen_tables", "hand_messages", "earlier_deals"),
            *("packed_logs", "actions", "audit", "season_sides", "season_matches"),
            *("results_to_book", "booked_entries", "booked_matches", "rated_entries", "season_credits"),
            *("deal_players", "deal_sides", "deals", "match_players", "matches"),
        )
    ),
    "DELETE FROM tables WHERE id = ?",
)
"""Every row of a table, those first that refer to others."""
OF_EVENINGS: Final = ("evening_cards", "evening_chairs", "evening_tables", "evening_guests")
"""What refers to an evening."""
_EVENINGS: Final = "SELECT id FROM evenings WHERE guild_id = ?"
_LEAGUES: Final = "SELECT id FROM leagues WHERE guild_id = ?"
_SEASONS: Final = f"SELECT id FROM seasons WHERE league_id IN ({_LEAGUES})"  # noqa: S608 (a query of ours)
SERVER_GOES: Final = (
    "DELETE FROM loose_messages WHERE guild_id = ?",
    *(f"DELETE FROM {name} WHERE guild_id = ?" for name in ("daily_attempts", "daily_deals")),  # noqa: S608
    *(
        f"DELETE FROM {name} WHERE season_id IN ({_SEASONS})"  # noqa: S608 (names of ours)
        for name in (
            *("paper_matches", "fixtures", "pair_requests", "season_entries"),
            *("seasons_to_rank", "season_lines", "final_seasons"),
        )
    ),
    *(f"DELETE FROM {name} WHERE evening_id IN ({_EVENINGS})" for name in OF_EVENINGS),  # noqa: S608
    "DELETE FROM evenings WHERE guild_id = ?",
    *(f"DELETE FROM {name} WHERE league_id IN ({_LEAGUES})" for name in ("league_acts", "seasons")),  # noqa: S608
    *(
        f"DELETE FROM {name} WHERE guild_id = ?"  # noqa: S608 (a name of ours)
        for name in (
            *("tallies", "tallied_bids", "boards_to_rate", "ratings", "leagues"),
            *("saved_rules", "default_rules", "server_settings", "left_servers", "waiting"),
        )
    ),
)
CALLED_OFF: Final = """
    SELECT id FROM evenings WHERE status = 'over' AND is_shown = 1 AND created_at < ?
        AND NOT EXISTS (SELECT 1 FROM evening_tables WHERE evening_id = evenings.id)
    ORDER BY id LIMIT ?
"""
EVENING_GOES: Final = (
    *(f"DELETE FROM {name} WHERE evening_id = ?" for name in OF_EVENINGS),  # noqa: S608 (a name of ours)
    "DELETE FROM evenings WHERE id = ?",
)
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


class RetentionStore:
    """Lets go of what is old, in a database; some of it at a time, for others want the database, too."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def pack_logs(self, before: float) -> int:
        """Pack the logs of matches that were over before a time; returns how many.

        Who did something, and when, is not in them any more. One that is damaged stays as it is.
        What managers did before that time is forgotten, too.
        """
        await self._database.write(Statement(FORGET_AUDIT, Values((before,))))
        count = last = 0
        while True:
            rows = await self._database.read(Statement(OLD_LOGS, Values((last, before, PAGE))))
            if not rows:
                break
            for [last] in rows:
                async with self._database.transaction() as run:
                    count += await _pack(run, last)
        if count:
            await self._database.erase_traces()
        return count

    async def let_messages_go(self, before: float) -> int:
        """Have the messages of tables deleted that are to be removed; returns of how many that is new."""
        return len(await self._database.write(Statement(MESSAGES_GO, Values((before,)))))

    async def remove_never_played(self, before: float) -> int:
        """Remove tables that were opened before a time and closed without a deal; returns how many.

        Those with a message stay until it is deleted: it may name somebody who wants to be forgotten.
        """
        return await self._remove_old(WITHOUT_MESSAGES, TABLE_GOES, before)

    async def remove_called_off(self, before: float) -> int:
        """Remove evenings that were opened before a time and closed without a table; returns how many."""
        return await self._remove_old(CALLED_OFF, EVENING_GOES, before)

    async def remove_server(self, guild_id: int) -> int:
        """Remove everything of a server; returns how many tables that were."""
        count = await self._remove_all(OF_SERVER, TABLE_GOES, guild_id)
        await self._database.write(*(Statement(sql, Values((guild_id,))) for sql in SERVER_GOES))
        await self._database.erase_traces()
        return count

    async def _remove_old(self, sql: str, goes: Sequence[str], before: float) -> int:
        count = await self._remove_all(sql, goes, before)
        if count:
            await self._database.erase_traces()
        return count

    async def _remove_all(self, sql: str, goes: Sequence[str], what: float) -> int:
        count = 0
        while rows := await self._database.read(Statement(sql, Values((what, PAGE)))):
            for [number] in rows:
                await self._database.write(*(Statement(one, Values((number,))) for one in goes))
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


async def _pack(run: Run, table_id: int) -> bool:
    try:
        entries = [read_entry(row) for row in await run(Statement(LOG, Values((table_id,))))]
    except Damaged:
        return False
    await run(Statement(KEEP_PACKED, Values((table_id, packed(entries)))))
    await run(Statement(FORGET_ENTRIES, Values((table_id,))))
    return True
