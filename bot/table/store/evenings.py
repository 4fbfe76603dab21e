"""Tables of evenings and the deals drawn for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.database.database import Conflict, Database, Statement, Values
from bot.database.rows import text
from bot.models.stored_evenings import EveningPlace, EveningTable
from bot.models.stored_tables import LogEntry, TableRecord
from bot.table.store.tables import insert_entries, insert_table

SAVE_TABLE: Final = """
    INSERT INTO evening_tables (evening_id, round, number, channel_id, table_id, first_points, second_points,
                                cut, deals)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (evening_id, round, number) DO UPDATE
    SET channel_id = excluded.channel_id, table_id = excluded.table_id, first_points = excluded.first_points,
        second_points = excluded.second_points, cut = excluded.cut, deals = excluded.deals
"""
OPEN_TABLE: Final = """
    UPDATE evening_tables SET table_id = ?, channel_id = ?
    WHERE evening_id = ? AND round = ? AND number = ? AND table_id IS NULL
    RETURNING number
"""
PLACE: Final = "SELECT evening_id, round, number FROM evening_tables WHERE table_id = ?"
DRAWN: Final = """
    SELECT deal, action, deals FROM evening_cards JOIN evenings ON evenings.id = evening_id
    WHERE evening_id = ? ORDER BY deal
"""
MOVE_EVENING_PLACE: Final = "UPDATE evening_tables SET table_id = ? WHERE table_id = ?"
"""Moves the evening's link of a replaced table to the new one, if it has one."""


class EveningPlaceStore:
    """Links of tables to evenings in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_evening_table(
        self, table: TableRecord, entries: Sequence[LogEntry], place: EveningPlace
    ) -> TableRecord:
        """Store a table, its match's first log entries and its place in an evening; returns it with its id.

        Raises:
            ChannelTaken: the channel has an open table.
            Conflict: the evening's table is open already.
        """
        async with self._database.transaction() as run:
            [[table_id]] = await run(insert_table(table))
            for statement in insert_entries(table_id, entries):
                await run(statement)
            if not await run(Statement(OPEN_TABLE, Values((table_id, table.channel_id, *place)))):
                raise Conflict("The table of the evening is open already.")
        return table._replace(id=table_id)

    async def evening_place(self, table_id: int) -> EveningPlace | None:
        """The evening, round and number a table was opened for; None if it belongs to no evening."""
        rows = await self._database.read(Statement(PLACE, Values((table_id,))))
        return EveningPlace(*rows[0]) if rows else None

    async def drawn(self, place: EveningPlace) -> dict[int, str]:
        """Deals drawn beforehand for an evening's table, by number in its round; 0 draws the dealer. Secret.

        Raises:
            Damaged: it cannot be read.
        """
        rows = await self._database.read(Statement(DRAWN, Values((place.evening_id,))))
        earlier = (place.round - 1) * rows[0][2] if rows else 0
        return {
            deal - earlier if deal else 0: text(action, "a deal")
            for deal, action, deals in rows
            if deal == 0 or earlier < deal <= earlier + deals
        }


def save_evening_table(evening_id: int, number: int, table: EveningTable) -> Statement:
    """Statement that stores a round's table: its channel, id and score."""
    score = table.score
    scored = (None,) * 4 if score is None else (*score.points, score.cut, score.deals)
    values = (evening_id, number, table.number, table.channel_id, table.table_id, *scored)
    return Statement(SAVE_TABLE, Values(values))
