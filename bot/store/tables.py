"""Tables and their logs: what is written of them, and how it is read back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import groupby
from operator import itemgetter

from bot.store.database import Database, Insert, Row, SqlValue, Statement, Values
from bot.store.results import insert_results
from bot.store.stored import LogEntry, SeatRecord, Status, TableRecord
from bot.store.stored_results import Results

ACTIONS = "actions (table_id, revision, seat, user_id, action, at)"
INSERT_TABLE = """
    INSERT INTO tables (id, guild_id, channel_id, host_id, game, options, seats, status, revision, message_id,
                        created_at, rules_version)
    SELECT COALESCE(MAX(id), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM tables
    RETURNING id
"""
UPDATE_TABLE = """
    UPDATE tables
    SET guild_id = ?, channel_id = ?, host_id = ?, game = ?, options = ?, seats = ?, status = ?, revision = ?,
        message_id = ?, created_at = ?, rules_version = ?
    WHERE id = ?
    RETURNING id
"""
_TABLES = """
    SELECT id, guild_id, channel_id, host_id, game, options, seats, status, revision, message_id, created_at,
        rules_version
    FROM tables
"""
TABLE = f"{_TABLES} WHERE id = ?"
OPEN_TABLES = f"{_TABLES} WHERE status IN ('lobby', 'playing') ORDER BY id"
OPEN_LOGS = """
    SELECT table_id, revision, seat, user_id, action, at FROM actions
    WHERE table_id IN (SELECT id FROM tables WHERE status IN ('lobby', 'playing'))
    ORDER BY table_id, revision
"""
LOG = "SELECT revision, seat, user_id, action, at FROM actions WHERE table_id = ? ORDER BY revision"


class TableStore:
    """Tables and their logs in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_table(self, table: TableRecord) -> TableRecord:
        """Add a table, with an id of its own in place of the one it came with.

        Raises:
            ChannelTaken: the channel has an open table.
        """
        [[table_id]] = await self._database.write(Statement(INSERT_TABLE, Values(_values(table))))
        return replace(table, id=table_id)

    async def save_table(self, table: TableRecord) -> None:
        """Store a table as it now is.

        Raises:
            ChannelTaken: it is open, and so is another table of its channel.
        """
        await self._database.write(_update(table))

    async def append(
        self,
        table_id: int,
        entries: Sequence[LogEntry],
        *,
        results: Results | None = None,
        table: TableRecord | None = None,
    ) -> None:
        """Add actions to a table's log, with what they caused, in one transaction.

        Raises:
            Conflict: a revision is in the log already.
        """
        rows = [
            Values((table_id, one.revision, one.seat, one.user_id, one.action, one.at)) for one in entries
        ]
        await self._database.write(
            Insert(ACTIONS, rows),
            *(insert_results(table_id, results) if results else []),
            *([_update(table)] if table else []),
        )

    async def table(self, table_id: int) -> TableRecord | None:
        """One table, open or long closed."""
        rows = await self._database.read(Statement(TABLE, Values((table_id,))))
        return _table(rows[0]) if rows else None

    async def open_tables(self) -> list[TableRecord]:
        """Every lobby and every match in play, oldest first."""
        return [_table(row) for row in await self._database.read(Statement(OPEN_TABLES))]

    async def open_logs(self) -> dict[int, list[LogEntry]]:
        """The logs of all open tables by table id, in order; a table without actions is left out."""
        rows = await self._database.read(Statement(OPEN_LOGS))
        by_table = groupby(rows, key=itemgetter(0))
        return {table_id: [LogEntry(*row[1:]) for row in log] for table_id, log in by_table}

    async def log(self, table_id: int) -> list[LogEntry]:
        """One table's log in order."""
        return [LogEntry(*row) for row in await self._database.read(Statement(LOG, Values((table_id,))))]


def _update(table: TableRecord) -> Statement:
    return Statement(UPDATE_TABLE, Values((*_values(table), table.id)), must_find=True)


def _values(table: TableRecord) -> tuple[SqlValue, ...]:
    return (
        table.guild_id,
        table.channel_id,
        table.host_id,
        table.game,
        json.dumps(table.options),
        json.dumps([asdict(seat) for seat in table.seats]),
        table.status,
        table.revision,
        table.message_id,
        table.created_at,
        table.rules_version,
    )


def _table(row: Row) -> TableRecord:
    table_id, guild, channel, host, game, options, seats, status, revision, message, created_at, version = row
    return TableRecord(
        id=table_id,
        guild_id=guild,
        channel_id=channel,
        host_id=host,
        game=game,
        options=json.loads(options),
        seats=_seats(seats),
        status=Status(status),
        revision=revision,
        message_id=message,
        created_at=created_at,
        rules_version=version,
    )


def _seats(text: str) -> tuple[SeatRecord, ...]:
    return tuple(SeatRecord(**seat) for seat in json.loads(text))
