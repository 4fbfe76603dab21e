"""Read-only look-ups of tables."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, NamedTuple

from bot.common.errors import NoTable, Refused, TableOver
from bot.computers.brief import Brief
from bot.database.database import Damaged
from bot.models.stored_results import MatchNotes
from bot.models.stored_tables import OPEN, TableRecord
from bot.table.desk.changing import Desk
from bot.table.desk.open_tables import Quarantined
from bot.table.desk.shown import ShownHand, ShownTable
from bot.table.desk.steps import rulings
from bot.table.desk.table import Table, shown_table
from bot.table.desk.waking import played_in_slices, read_purpose
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from rules.core.decisions import Option

DAMAGED: Final = "The record of that match is damaged and can't be shown. Nothing else is lost."


class TablePlace(NamedTuple):
    """The server and channel of a table."""

    guild_id: int
    channel_id: int


class TableReader:
    """Looks up open and finished tables, loading them if necessary."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._results = ResultStore(desk.database)
        self._stored = TableStore(desk.database)

    def quarantined_tables(self) -> tuple[Quarantined, ...]:
        """The tables that cannot be read, one a channel."""
        return self._desk.tables.quarantined_tables

    def channel_of(self, table_id: int) -> int | None:
        """The channel of an open table, loaded or not; None if unknown or quarantined."""
        return self._desk.tables.channel_of(table_id)

    def is_taken(self, channel_id: int) -> bool:
        """Whether a channel has an open table, be it one that cannot be read."""
        return channel_id in self._desk.tables

    def places(self) -> list[TablePlace]:
        """Places of all open tables, loaded or not; quarantined ones are left out."""
        awake = [TablePlace(table.record.guild_id, table.record.channel_id) for table in self._desk.tables]
        return awake + [TablePlace(one.guild_id, one.channel_id) for one in self._desk.tables.unloaded_tables]

    async def latest(self, channel_id: int, *, is_needed: bool = True) -> Table:
        """The open table of a channel, else the one that was last played there.

        Raises:
            NoTable: there never was one.
            Refused: its record is damaged.
        """
        if channel_id in self._desk.tables:
            return await self._desk.awake(channel_id, is_needed=is_needed)
        table = self._desk.tables.finished.get(channel_id)
        if table is not None:
            return table
        try:
            record = await self._stored.newest_table(channel_id)
            if record is None or record.status in OPEN:
                raise NoTable
            return await self._looked_back_at(record)
        except Damaged:
            raise Refused(DAMAGED) from None

    async def _looked_back_at(self, record: TableRecord) -> Table:
        """Load a finished table from its record and log.

        Raises:
            Damaged: it cannot be read.
        """
        table = await played_in_slices(record, await self._stored.log(record.id))
        await read_purpose(self._desk.database, table)
        return table

    async def shown(
        self, channel_id: int, table_id: int | None = None, *, finished: bool = False
    ) -> ShownTable:
        """The open table of a channel; with ``finished`` also the one that was last played there.

        With ``table_id``, which a control carries, only that one.

        Raises:
            NoTable: there is none.
            TableOver: it is another.
        """
        table = await (self.latest(channel_id) if finished else self._desk.awake(channel_id))
        if table_id is not None:
            table.check(table_id)
        return shown_table(table, self._desk.turn_time)

    async def tables_with(self, user_id: int) -> tuple[ShownTable, ...]:
        """The open tables a user sits at, in all servers; quarantined ones are left out.

        Raises:
            StoreError: which those are cannot be read now.
        """
        found = list[ShownTable]()
        for table_id in await self._stored.open_tables_of(user_id):
            with suppress(Refused):
                table = await self.recalled(table_id)
                if table.record.seat_of(user_id) is not None:
                    found.append(shown_table(table, self._desk.turn_time))
        return tuple(found)

    async def recall(self, channel_id: int, table_id: int) -> ShownTable:
        """A table of a channel by its id, open or long finished.

        Raises:
            TableOver: the channel never had it.
            NewerTable, Refused: as ``recalled``.
        """
        table = await self.recalled(table_id)
        if table.record.channel_id != channel_id:
            raise TableOver
        return shown_table(table, self._desk.turn_time)

    async def notes(self, table_id: int) -> MatchNotes | None:
        """The notes on a finished or broken off match; None without a stored result.

        Raises:
            Damaged: that cannot be read.
        """
        match = await self._results.match(table_id)
        return None if match is None else match.notes

    async def recall_hand(self, table_id: int, user_id: int) -> ShownHand:
        """A user's hand at a table, open or long finished.

        Raises:
            TableOver: there was no such table.
            Refused: the person does not sit there, there is no match, or its record is damaged.
        """
        table = await self.recalled(table_id)
        return self._desk.hand(table, table.own_seat(user_id), user_id)

    async def recalled(self, table_id: int) -> Table:
        """A table by its id, open or over: from memory, else read from the database.

        Raises:
            TableOver: there was no such table.
            NewerTable: a newer version of the bot has played at it.
            Refused: its record is damaged.
        """
        table = self._desk.tables.in_memory(table_id)
        if table is not None:
            return table
        channel_id = self._desk.tables.channel_of(table_id)
        if channel_id is not None:
            return await self._desk.awake(channel_id, is_needed=False)
        try:
            record = await self._stored.table(table_id)
            if record is None:
                raise TableOver
            return await self._looked_back_at(record)
        except Damaged:
            raise Refused(DAMAGED) from None

    async def hand(self, channel_id: int, user_id: int) -> ShownHand:
        """A user's hand at the open or last finished table of a channel.

        Raises:
            NoTable: there is none.
            NotSeated: the person does not sit there.
            NotStarted: there is no match.
        """
        table = await self.latest(channel_id)
        return self._desk.hand(table, table.own_seat(user_id), user_id)

    async def question(self, channel_id: int, user_id: int, table_id: int, revision: int) -> ShownHand:
        """A user's hand, if they are asked the question a control was drawn for.

        Raises:
            NoTable: there is none.
            TableOver: the control belongs to another table.
            Stale: the person is asked something else by now.
            Refused: the person does not sit here, or is not asked.
        """
        table = await self._desk.awake(channel_id)
        return self._desk.hand(table, table.answering_seat(user_id, table_id, revision), user_id)

    async def brief(
        self, channel_id: int, user_id: int, table_id: int, revision: int, *, is_needed: bool = True
    ) -> Brief:
        """The brief of a computer in a user's place, for the question a control was drawn for.

        ``is_needed``: a person asks, so that the idle time of the table starts again.

        Raises:
            Refused: as for ``question``, or a computer keeps the seat.
        """
        table = await self._desk.awake(channel_id, is_needed=is_needed)
        seat = table.answering_seat(user_id, table_id, revision)
        table.check_may_come_back(seat, self._desk.turn_time)
        return table.match.brief(seat)

    async def rulings(self, channel_id: int) -> tuple[Option, ...]:
        """The rulings a referee may make now, such as penalties or a new deal; empty if there are none.

        Raises:
            NoTable: there is none.
            NotStarted: there is no match.
        """
        return rulings(await self._desk.awake(channel_id))
