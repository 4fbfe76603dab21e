"""SQL of tables and their logs."""

from __future__ import annotations

import json
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.database.database import Damaged, Database, Insert, Row, SqlValue, Statement, Values, insert
from bot.database.packed_logs import unpacked
from bot.database.rows import with_number
from bot.models.stored_results import Results
from bot.models.stored_tables import DamagedTable, LogEntry, TableRecord, UnloadedTable
from bot.table.store.earlier_deals import EarlierDeal, insert_earlier_deal
from bot.table.store.reading import read_entry, read_table, read_unloaded, table_or_damaged, written_seats
from bot.table.store.results import insert_results
from bot.table.store.seasons import insert_season_match

ACTIONS: Final = "actions (table_id, revision, seat, user_id, action, at)"
INTO_TABLES: Final = (
    "tables (guild_id, channel_id, host_id, game, options, seats, status, revision, message_id, "
    "created_at, rules_version, counted, leaving, ended, ended_by, settled, turn_hours, seed, "
    "parent_id, rules_name, has_hints, has_phrases)"
)
UPDATE_TABLE: Final = """
    UPDATE tables
    SET guild_id = ?, channel_id = ?, host_id = ?, game = ?, options = ?, seats = ?, status = ?, revision = ?,
        message_id = ?, created_at = ?, rules_version = ?, counted = ?, leaving = ?, ended = ?, ended_by = ?,
        settled = ?, turn_hours = ?, seed = ?, parent_id = ?, rules_name = ?,
        has_hints = ?, has_phrases = ?
    WHERE id = ?
    RETURNING id
"""
_TABLES: Final = """
    SELECT id, guild_id, channel_id, host_id, game, options, seats, status, revision, message_id, created_at,
        rules_version, counted, leaving, ended, ended_by, settled, turn_hours, seed, parent_id,
        rules_name, has_hints, has_phrases
    FROM tables
"""
TABLE: Final = f"{_TABLES} WHERE id = ?"
OPEN_TABLES: Final = f"""
    {_TABLES} WHERE COALESCE(status, '') NOT IN ('finished', 'cancelled') AND {{owned}} ORDER BY id
"""
OPEN_PLACES: Final = "SELECT id, channel_id FROM tables WHERE status IN ('lobby', 'playing') AND {owned}"
OPEN_TABLES_OF: Final = (
    "SELECT id FROM tables WHERE status IN ('lobby', 'playing') AND seats LIKE ? ORDER BY id"
)
NUMBER_HOSTED: Final = "SELECT COUNT(*) FROM tables WHERE status IN ('lobby', 'playing') AND host_id = ?"
NEWEST_TABLE: Final = f"""
    {_TABLES} WHERE channel_id = ? AND COALESCE(ended, '') <> 'recorded' ORDER BY id DESC LIMIT 1
"""
# A table that was changed since it was unloaded has another revision: of its record, or of its log.
UNLOADED_TABLES: Final = """
    SELECT id, guild_id, channel_id, slept_revision, due_at, revision,
        (SELECT MAX(revision) FROM actions WHERE table_id = tables.id)
    FROM tables
    WHERE COALESCE(status, '') NOT IN ('finished', 'cancelled') AND {owned} ORDER BY id
"""
_OPEN_IN_FUTURE: Final = """
    SELECT id FROM tables
    WHERE {owned} AND COALESCE(status, '') NOT IN ('finished', 'cancelled') AND COALESCE(
        (SELECT at FROM actions WHERE table_id = tables.id ORDER BY revision DESC LIMIT 1), created_at
    ) BETWEEN ? AND 1e15
"""
# Start times in the future: the machine's clock was set back. The due times of such tables are unknown.
# A value past 1e15 is no time but damage: NaN, say, which PostgreSQL sorts above all numbers.
CLAMP_TIMES: Final = (
    f"UPDATE tables SET slept_revision = NULL WHERE id IN ({_OPEN_IN_FUTURE})",  # noqa: S608 (no user input)
    f"UPDATE actions SET at = ? WHERE at BETWEEN ? AND 1e15 AND table_id IN ({_OPEN_IN_FUTURE})",  # noqa: S608 (no user input)
    """
        UPDATE tables SET created_at = ?
        WHERE created_at BETWEEN ? AND 1e15 AND status IN ('lobby', 'playing') AND {owned}
    """,
    """
        UPDATE unseen_tables SET since = ?
        WHERE since BETWEEN ? AND 1e15 AND table_id IN (SELECT id FROM tables WHERE {owned})
    """,
    "UPDATE waiting SET since = ? WHERE since BETWEEN ? AND 1e15 AND {owned}",
)
NOTE_UNLOADED: Final = "UPDATE tables SET slept_revision = ?, due_at = ? WHERE id = ? RETURNING id"
LOG: Final = "SELECT revision, seat, user_id, action, at FROM actions WHERE table_id = ? ORDER BY revision"
PACKED_LOG: Final = "SELECT log FROM packed_logs WHERE table_id = ?"
NO_ROW: Final = "the table cannot be read."


class TableStore:
    """Tables and their logs in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_table(
        self, table: TableRecord, season_id: int | None = None, earlier: EarlierDeal | None = None
    ) -> TableRecord:
        """Store a new table, perhaps one of a season or of an earlier deal. Returns it with its id.

        Raises:
            ChannelTaken: the channel has an open table.
        """
        season = [] if season_id is None else [insert_season_match(season_id)]
        again = [] if earlier is None else [insert_earlier_deal(earlier)]
        [[table_id]] = await self._database.write(insert_table(table), *season, *again)
        return table._replace(id=table_id)

    async def save_table(self, table: TableRecord) -> None:
        """Store a table as it now is.

        Raises:
            ChannelTaken: it is open, and so is another table of its channel.
        """
        await self._database.write(update_table(table))

    def append(
        self,
        table_id: int,
        entries: Sequence[LogEntry],
        *,
        results: Results | None = None,
        table: TableRecord | None = None,
    ) -> Coroutine[Any, Any, object]:
        """Add actions to a table's log, with their results and its changed record, in one transaction.

        Raises:
            Conflict: a revision is in the log already.
        """
        rows = [
            Values((table_id, one.revision, one.seat, one.user_id, one.action, one.at)) for one in entries
        ]
        return self._database.write(
            Insert(ACTIONS, rows),
            *(insert_results(table_id, results) if results else []),
            *([update_table(table)] if table else []),
        )

    async def table(self, table_id: int) -> TableRecord | None:
        """A table by its id, open or long closed; None without one.

        Raises:
            Damaged: it cannot be read.
        """
        rows = await self._database.read(Statement(TABLE, Values((table_id,))))
        return read_table(rows[0]) if rows else None

    async def open_tables_of(self, user_id: int) -> list[int]:
        """Ids of open tables that have a user on a seat, oldest first."""
        values = Values((with_number("user_id", user_id),))
        return [row[0] for row in await self._database.read(Statement(OPEN_TABLES_OF, values))]

    async def number_hosted(self, host_id: int) -> int:
        """Number of open tables that a user hosts, in all servers."""
        return await self._database.count(Statement(NUMBER_HOSTED, Values((host_id,))))

    async def open_tables(self) -> list[TableRecord | DamagedTable]:
        """Every table not known to be over, oldest first; a damaged row becomes a ``DamagedTable``.

        Raises:
            StoreError: not even the ids of the tables can be read.
        """
        places = await self._open_places()
        try:
            rows = await self._database.read(self._database.of_own_servers(OPEN_TABLES))
        except Damaged:
            if places is None:
                raise
            return [await self._open_table(table_id, channel) for table_id, channel in sorted(places.items())]
        return [*map(table_or_damaged, rows), *_without_a_row(places, rows)]

    async def _open_places(self) -> dict[int, int] | None:
        """Channels of open tables by id, from an index on other pages of the file; None if damaged."""
        try:
            rows = await self._database.read(self._database.of_own_servers(OPEN_PLACES))
        except Damaged:
            return None
        return {table_id: channel for table_id, channel in rows if type(table_id) is type(channel) is int}

    async def _open_table(self, table_id: int, channel_id: int) -> TableRecord | DamagedTable:
        try:
            rows = await self._database.read(Statement(TABLE, Values((table_id,))))
        except Damaged:
            rows = []
        return table_or_damaged(rows[0]) if rows else DamagedTable(table_id, channel_id, NO_ROW)

    async def newest_table(self, channel_id: int) -> TableRecord | None:
        """The table opened last in a channel, open or closed, none of real cards; None without one.

        Raises:
            Damaged: it cannot be read.
        """
        rows = await self._database.read(Statement(NEWEST_TABLE, Values((channel_id,))))
        return read_table(rows[0]) if rows else None

    async def unloaded_tables(self) -> list[UnloadedTable | DamagedTable]:
        """Index entries of all tables not known to be over, oldest first; ``DamagedTable`` if unreadable.

        Raises:
            StoreError: not even the ids of the tables can be read.
        """
        places = await self._open_places()
        try:
            rows = await self._database.read(self._database.of_own_servers(UNLOADED_TABLES))
        except Damaged:
            return [_index_entry(table) for table in await self.open_tables()]
        return [*map(read_unloaded, rows), *_without_a_row(places, rows)]

    async def clamp_times(self, now: float) -> None:
        """Set start times in the future to ``now``, in epoch seconds: the machine's clock was set back."""
        await self._database.write(
            *(self._database.of_own_servers(sql, *(now,) * sql.count("?")) for sql in CLAMP_TIMES)
        )

    async def note_unloaded(self, table_id: int, revision: int, due_at: float | None) -> None:
        """Store a table's due time with its revision; a later change makes it unknown."""
        values = Values((revision, due_at, table_id))
        await self._database.write(Statement(NOTE_UNLOADED, values, must_find=True))

    async def log(self, table_id: int) -> list[LogEntry]:
        """A table's log in order; without users and times if it is compressed, empty without entries.

        Raises:
            Damaged: an entry cannot be read.
        """
        table = Values((table_id,))
        rows = await self._database.read(Statement(LOG, table))
        if not rows:
            packed_logs = await self._database.read(Statement(PACKED_LOG, table))
            return unpacked(packed_logs[0][0]) if packed_logs else []
        return [read_entry(row) for row in rows]


def _without_a_row(places: Mapping[int, int] | None, rows: Sequence[Row]) -> list[DamagedTable]:
    """Damaged tables: in the index, but without a readable row; oldest first."""
    seen = {row[0] for row in rows}
    missing = [place for place in sorted((places or {}).items()) if place[0] not in seen]
    return [DamagedTable(table_id, channel, NO_ROW) for table_id, channel in missing]


def _index_entry(table: TableRecord | DamagedTable) -> UnloadedTable | DamagedTable:
    """The index entry of a table from its record, read singly."""
    if isinstance(table, DamagedTable):
        return table
    return UnloadedTable(table.id, table.guild_id, table.channel_id, is_known=False, due_at=None)


def insert_entries(table_id: int, entries: Iterable[LogEntry]) -> list[Statement]:
    """Statements that add actions to a table's log."""
    rows = [(table_id, one.revision, one.seat, one.user_id, one.action, one.at) for one in entries]
    return insert(ACTIONS, rows)


def insert_table(table: TableRecord) -> Statement:
    """Statement that adds a table and returns its id."""
    [statement] = insert_tables([table])
    return statement


def insert_tables(tables: Sequence[TableRecord]) -> list[Statement]:
    """Statements that add tables and return their ids, which ascend in the order of ``tables``."""
    return insert(INTO_TABLES, [_values(table) for table in tables], "RETURNING id")


def update_table(table: TableRecord) -> Statement:
    """Statement that stores a table as it now is; it fails if the table has no row."""
    return Statement(UPDATE_TABLE, Values((*_values(table), table.id)), must_find=True)


def _values(table: TableRecord) -> tuple[SqlValue, ...]:
    return (
        table.guild_id,
        table.channel_id,
        table.host_id,
        table.game,
        json.dumps(table.options),
        written_seats(table.seats),
        table.status,
        table.revision,
        table.message_id,
        table.created_at,
        table.rules_version,
        table.counted,
        table.leaving,
        table.ended,
        table.ended_by,
        table.settled,
        table.turn_hours,
        None if table.seed is None else table.seed.stored,
        table.parent_id,
        table.rules_name,
        *table.allowed,
    )
