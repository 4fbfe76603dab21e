"""Deleting expired tables and those of a removed server; logs are compressed first."""

from __future__ import annotations

from typing import Final

from bot.database.database import Damaged, Run, Statement, Values
from bot.database.packed_logs import packed
from bot.table.store.reading import read_entry
from bot.table.store.tables import LOG

OLD_LOGS: Final = """
    SELECT id FROM tables LEFT JOIN matches ON matches.table_id = tables.id
    WHERE id > ? AND status IN ('finished', 'cancelled') AND COALESCE(finished_at, created_at) < ?
        AND EXISTS (SELECT 1 FROM actions WHERE actions.table_id = tables.id)
    ORDER BY id LIMIT ?
"""
DELETE_LOG: Final = "DELETE FROM actions WHERE table_id = ?"
INSERT_PACKED: Final = "INSERT INTO packed_logs (table_id, log) VALUES (?, ?)"
NEVER_PLAYED: Final = """
    SELECT id FROM tables WHERE status = 'cancelled' AND created_at < ?
        AND NOT EXISTS (SELECT 1 FROM deals WHERE table_id = tables.id)
        AND NOT EXISTS (SELECT 1 FROM matches WHERE table_id = tables.id)
"""
MARK_EXPIRED_MESSAGES: Final = f"""
    UPDATE past_messages SET kind = 'note', is_wrong = 1
    WHERE is_wrong = 0 AND table_id IN ({NEVER_PLAYED}) RETURNING message_id
"""  # noqa: S608 (a query of ours)
"""Marks messages of never played tables opened before a time for deletion; returns their ids."""
WITHOUT_MESSAGES: Final = f"""
    {NEVER_PLAYED}
        AND NOT EXISTS (SELECT 1 FROM shown_messages WHERE table_id = tables.id)
        AND NOT EXISTS (SELECT 1 FROM past_messages WHERE table_id = tables.id)
    ORDER BY id LIMIT ?
"""  # noqa: S608 (a query of ours)
OF_SERVER: Final = "SELECT id FROM tables WHERE guild_id = ? ORDER BY id LIMIT ?"
DELETE_TABLE: Final = (
    "UPDATE evening_tables SET table_id = NULL WHERE table_id = ?",
    "DELETE FROM earlier_deals WHERE source_id = ?",
    "DELETE FROM earlier_deals WHERE table_id = ?",
    "DELETE FROM shown_messages WHERE table_id = ?",
    "DELETE FROM past_messages WHERE table_id = ?",
    "DELETE FROM unseen_tables WHERE table_id = ?",
    "DELETE FROM packed_logs WHERE table_id = ?",
    "DELETE FROM actions WHERE table_id = ?",
    "DELETE FROM season_sides WHERE table_id = ?",
    "DELETE FROM season_matches WHERE table_id = ?",
    "DELETE FROM results_to_book WHERE table_id = ?",
    "DELETE FROM deal_players WHERE table_id = ?",
    "DELETE FROM deal_sides WHERE table_id = ?",
    "DELETE FROM deals WHERE table_id = ?",
    "DELETE FROM match_players WHERE table_id = ?",
    "DELETE FROM matches WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ?",
)
"""Deletes a table with its log, results and links, as foreign keys allow; other rooms' rows go first."""
DELETE_SERVER: Final = (
    """
    DELETE FROM seasons_to_rank WHERE season_id IN (
        SELECT seasons.id FROM seasons JOIN leagues ON leagues.id = league_id WHERE guild_id = ?
    )
    """,
    "DELETE FROM evening_tables WHERE evening_id IN (SELECT id FROM evenings WHERE guild_id = ?)",
    "DELETE FROM waiting WHERE guild_id = ?",
)
"""Deletes a server's queued seasons, links of tables to evenings, and waiting lists."""


async def compress_log(run: Run, table_id: int) -> bool:
    """Compress a table's log. Returns False, and changes nothing, if it cannot be read."""
    try:
        entries = [read_entry(row) for row in await run(Statement(LOG, Values((table_id,))))]
    except Damaged:
        return False
    await run(Statement(INSERT_PACKED, Values((table_id, packed(entries)))))
    await run(Statement(DELETE_LOG, Values((table_id,))))
    return True
