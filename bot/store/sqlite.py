"""The store in a SQLite file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from bot.errors import StoreError
from bot.services.statistics import PlayerStats
from bot.store.database import Database, Row, open_database
from bot.store.queries import (
    DEFAULT_RULES,
    HANDS,
    LEADERBOARD,
    LOG,
    NEWEST_SEATS,
    OPEN_LOGS,
    OPEN_TABLES,
    SAVED_RULES,
    SETTING,
    STATS,
    TABLE,
)
from bot.store.statements import (
    Statement,
    Values,
    insert_actions,
    insert_results,
    insert_table,
    purge_hands,
    remove_rules,
    save_hand,
    save_rules,
    save_setting,
    set_default_rules,
    update_table,
)
from bot.store.stored import HandMessage, LogEntry, Results, SavedRules, SeatRecord, Status, TableRecord
from rules.core.protocol import OptionValue

WRITE_TEST = save_setting("store.written", value=True)


class SqliteStore:
    """Tables, their logs, results, private messages, servers' rules and settings in a SQLite file.

    A cancelled write is stored or not, never in part: a caller who must know shields it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def close(self) -> None:
        """Finish what is in flight and let go of the file."""
        await self._database.close()

    async def create_table(self, table: TableRecord) -> TableRecord:
        """Add a table, with an id of its own in place of the one it came with.

        Raises:
            ChannelTaken: the channel has an open table.
        """
        [[table_id]] = await self._database.run(insert_table(table))
        return replace(table, id=table_id)

    async def save_table(self, table: TableRecord) -> None:
        """Store a table as it now is.

        Raises:
            ChannelTaken: it is open, and so is another table of its channel.
        """
        await self._database.run(update_table(table))

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
        statements = insert_actions(table_id, entries)
        if results is not None:
            statements += insert_results(table_id, results)
        if table is not None:
            statements.append(update_table(table))
        await self._database.run_all(statements)

    async def table(self, table_id: int) -> TableRecord | None:
        """One table, open or long closed."""
        rows = await self._database.run(Statement(TABLE, Values((table_id,))))
        return _table(rows[0]) if rows else None

    async def open_tables(self) -> list[TableRecord]:
        """Every lobby and every match in play, oldest first."""
        return [_table(row) for row in await self._database.run(Statement(OPEN_TABLES))]

    async def open_logs(self) -> dict[int, list[LogEntry]]:
        """The logs of all open tables by table id, in order; a table without actions is left out."""
        rows = await self._database.run(Statement(OPEN_LOGS))
        by_table = groupby(rows, key=itemgetter(0))
        return {table_id: [LogEntry(*row[1:]) for row in log] for table_id, log in by_table}

    async def log(self, table_id: int) -> list[LogEntry]:
        """One table's log in order."""
        return [LogEntry(*row) for row in await self._database.run(Statement(LOG, Values((table_id,))))]

    async def save_hand(self, hand: HandMessage) -> None:
        """Keep the newest private message of a player at a table."""
        await self._database.run(save_hand(hand))

    async def hands(self, table_id: int) -> list[HandMessage]:
        """The private messages of a table, expired ones included."""
        return [HandMessage(*row) for row in await self._database.run(Statement(HANDS, Values((table_id,))))]

    async def purge_hands(self, before: float) -> None:
        """Forget the private messages whose token expired before a time, in epoch seconds."""
        await self._database.run(purge_hands(before))

    async def leaderboard(self, guild_id: int, limit: int) -> list[PlayerStats]:
        """The best of a server by finished matches: most won, then the share won, then points."""
        rows = await self._database.run(Statement(LEADERBOARD, Values((guild_id, limit))))
        return [PlayerStats(*row) for row in rows]

    async def stats(self, guild_id: int, user_id: int) -> PlayerStats | None:
        """What one person has done in a server; None before the first finished deal."""
        person = Values((guild_id, user_id))
        [[name, *counts]] = await self._database.run(Statement(STATS, Values(person * 4)))
        if name is None:
            newest = await self._database.run(Statement(NEWEST_SEATS, person))
            if not newest:
                return None
            name = next((seat.name for seat in _seats(newest[0][0]) if seat.user_id == user_id), "")
        return PlayerStats(user_id, name, *counts)

    async def save_rules(self, guild_id: int, rules: SavedRules) -> None:
        """Keep rules of a server under their name, in place of those it had by that name."""
        await self._database.run(save_rules(guild_id, rules))

    async def remove_rules(self, guild_id: int, name: str) -> None:
        """Forget rules of a server; nothing happens where it has none by that name."""
        await self._database.run(remove_rules(guild_id, name))

    async def saved_rules(self, guild_id: int) -> list[SavedRules]:
        """The rules a server has saved, by name."""
        rows = await self._database.run(Statement(SAVED_RULES, Values((guild_id,))))
        return [SavedRules(*row) for row in rows]

    async def default_rules(self, guild_id: int) -> str | None:
        """What a server plays when nobody says otherwise; None if that was never settled."""
        rows = await self._database.run(Statement(DEFAULT_RULES, Values((guild_id,))))
        return rows[0][0] if rows else None

    async def set_default_rules(self, guild_id: int, rules: str | None) -> None:
        """Settle what a server plays when nobody says otherwise; with None nothing is."""
        await self._database.run(set_default_rules(guild_id, rules))

    async def setting(self, key: str) -> OptionValue:
        """A remembered value of the application's own; None if never set."""
        rows = await self._database.run(Statement(SETTING, Values((key,))))
        value: OptionValue = json.loads(rows[0][0]) if rows else None
        return value

    async def set_setting(self, key: str, value: OptionValue) -> None:
        """Remember a value."""
        await self._database.run(save_setting(key, value))

    async def is_writable(self) -> bool:
        """Whether a write would succeed now: one is made."""
        try:
            await self._database.run(WRITE_TEST)
        except StoreError:
            return False
        return True


async def open_sqlite(path: Path, *, read_only: bool = False) -> SqliteStore:
    """Open the database file, made and brought up to date if need be, for this process alone.

    With ``read_only`` it must be there and up to date, and a bot may be using it.

    Raises:
        StoreError: it cannot be opened or written, another bot has it, or a newer bot wrote it.
    """
    database = await open_database(path, read_only=read_only)
    try:
        if not read_only:
            await database.run(WRITE_TEST)
    except BaseException:
        await database.close()
        raise
    return SqliteStore(database)


def _table(row: Row) -> TableRecord:
    table_id, guild, channel, host, game, options, seats, status, revision, message, created_at = row
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
    )


def _seats(text: str) -> tuple[SeatRecord, ...]:
    return tuple(SeatRecord(**seat) for seat in json.loads(text))
