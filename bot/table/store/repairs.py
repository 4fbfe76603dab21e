"""Damaged tables: what can still be read of one, and its repair, which destroys nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.database.database import Damaged, Database, Row, Run, Statement, Values, insert
from bot.models.endings import Ending
from bot.models.stored_settings import AuditEntry
from bot.models.stored_tables import LogEntry, TableRecord
from bot.server.store import note_audit
from bot.table.store.earlier_deals import MOVE_EARLIER_DEAL
from bot.table.store.evenings import MOVE_EVENING_PLACE
from bot.table.store.reading import mended_table, read_entry
from bot.table.store.seasons import move_season_match
from bot.table.store.tables import TABLE, insert_entries, insert_table

ENTRIES_AFTER: Final = """
    SELECT revision, seat, user_id, action, at FROM actions
    WHERE table_id = ? AND revision > ? ORDER BY revision LIMIT 1
"""
CLOSE: Final = """
    UPDATE tables
    SET status = 'cancelled', guild_id = COALESCE(CAST(guild_id AS BIGINT), 0),
        channel_id = COALESCE(CAST(channel_id AS BIGINT), 0), host_id = COALESCE(CAST(host_id AS BIGINT), 0),
        message_id = CAST(message_id AS BIGINT), revision = ABS(COALESCE(CAST(revision AS BIGINT), 0)),
        game = COALESCE(CAST(game AS TEXT), ''), options = COALESCE(CAST(options AS TEXT), ''),
        seats = COALESCE(CAST(seats AS TEXT), ''),
        created_at = COALESCE(CAST(created_at AS DOUBLE PRECISION), 0),
        rules_version = CASE
            WHEN CAST(rules_version AS BIGINT) > 0 THEN CAST(rules_version AS BIGINT) ELSE 1 END,
        counted = CASE WHEN CAST(counted AS BIGINT) = 1 THEN 1 ELSE 0 END,
        leaving = CASE
            WHEN CAST(leaving AS TEXT) IN ('alone', 'played') THEN CAST(leaving AS TEXT) ELSE 'lost' END,
        settled = CASE WHEN CAST(settled AS TEXT) IN ('people', 'computers') THEN CAST(settled AS TEXT) END,
        turn_hours = CASE WHEN CAST(turn_hours AS BIGINT) > 0 THEN CAST(turn_hours AS BIGINT) ELSE 0 END,
        has_hints = CASE WHEN CAST(has_hints AS BIGINT) = 0 THEN 0 ELSE 1 END,
        has_phrases = CASE WHEN CAST(has_phrases AS BIGINT) = 0 THEN 0 ELSE 1 END,
        seed = NULL, parent_id = NULL, rules_name = NULL, slept_revision = NULL, due_at = NULL,
        ended = ?, ended_by = ?
    WHERE id = ?
"""
"""Casts each value to its column's type: the database refuses to update a row that holds another."""
RESULTS: Final = ("deals", "deal_sides", "deal_players")
"""Tables that others refer to come first."""


class RepairStore:
    """Reads and repairs damaged tables in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def readable_part(self, table_id: int) -> tuple[TableRecord, list[LogEntry]]:
        """A damaged table with defaults for what is unreadable, and its log up to the first damaged entry.

        Raises:
            Damaged: its game, rules, seats or place cannot be read.
        """
        log = await self._readable_log(table_id)
        rows = await self._database.read(Statement(TABLE, Values((table_id,))))
        if not rows:
            raise Damaged("The table cannot be read.")
        return mended_table(rows[0], log), log

    async def _readable_log(self, table_id: int) -> list[LogEntry]:
        """The readable start of a log, read row by row: a damaged page hides only its own rows."""
        log: list[LogEntry] = []
        rows: list[Row] = [()]
        while rows:
            last = log[-1].revision if log else -1
            try:
                rows = await self._database.read(Statement(ENTRIES_AFTER, Values((table_id, last))))
                log += [read_entry(row) for row in rows]
            except Damaged:
                break
        return log

    async def repair(
        self, table: TableRecord, log: Sequence[LogEntry], deals: int, repaired: AuditEntry | None
    ) -> TableRecord:
        """Store a repaired table with its log under a new id, and close the damaged one.

        Returns the table with that id. The results of its first ``deals`` deals move to it; the damaged one
        keeps the rest. ``repaired`` is a manager's audit entry, stored with the new id.

        Raises:
            StoreError: it could not be read or written; nothing has changed.
        """
        async with self._database.transaction() as run:
            await run(Statement(CLOSE, Values((Ending.REPAIRED, None, table.id))))
            [[new_id]] = await run(insert_table(table))
            for statement in insert_entries(new_id, log):
                await run(statement)
            await _move_results(run, table.id, new_id, deals)
            await move_season_match(run, table.id, new_id)
            for sql in (MOVE_EARLIER_DEAL, MOVE_EVENING_PLACE):
                await run(Statement(sql, Values((new_id, table.id))))
            if repaired is not None:
                await run(note_audit(repaired._replace(table_id=new_id)))
        return table._replace(id=new_id)

    async def close_damaged(self, closed: AuditEntry) -> None:
        """Close a damaged table without parsing its row, and store the manager's audit entry."""
        values = Values((Ending.MANAGER, closed.user_id, closed.table_id))
        await self._database.write(Statement(CLOSE, values), note_audit(closed))


async def _move_results(run: Run, old_id: int, new_id: int, deals: int) -> None:
    """Move the results of the first ``deals`` deals to another table, so that none counts twice."""
    values = Values((old_id, deals))
    for results in RESULTS:
        found = await run(Statement(f"SELECT * FROM {results} WHERE table_id = ? AND deal <= ?", values))  # noqa: S608 (no user input)
        for statement in insert(results, [(new_id, *row[1:]) for row in found]):
            await run(statement)
    for results in reversed(RESULTS):
        await run(Statement(f"DELETE FROM {results} WHERE table_id = ? AND deal <= ?", values))  # noqa: S608 (no user input)
