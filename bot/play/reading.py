"""What may be known of tables: looked up, never changed."""

from __future__ import annotations

from typing import Final

from bot.errors import Refused, TableOver
from bot.play.open_tables import Registry, SetAside
from bot.play.shown import ShownHand, ShownTable
from bot.play.table import Table
from bot.play.taking_up import played
from bot.store.protocol import Damaged, Store
from rules.core.decisions import Option, Seat

DAMAGED: Final = "The record of that match is damaged and can't be shown. Nothing else is lost."


class TableReader:
    """Looks up the open tables, and those that are over."""

    def __init__(self, store: Store, tables: Registry, turn_limit: float) -> None:
        self.turn_limit = turn_limit
        """Seconds until a computer stands in; 0 for never."""
        self._store = store
        self._tables = tables

    @property
    def live_tables(self) -> tuple[Table, ...]:
        """Every open table itself, for those in this package who let time pass at them."""
        return tuple(self._tables)

    def find(self, table_id: int) -> Table | None:
        """An open table by its id."""
        return self._tables.find(table_id)

    def all_set_aside(self) -> tuple[SetAside, ...]:
        """The tables that cannot be read, one a channel."""
        return self._tables.all_set_aside

    def all_shown(self) -> list[ShownTable]:
        """Every open table as everyone may see it."""
        return [table.shown(self.turn_limit) for table in self._tables]

    def shown(self, channel_id: int, table_id: int | None = None, *, finished: bool = False) -> ShownTable:
        """The open table of a channel; with ``finished`` also the one that was last played there.

        With ``table_id``, which a control carries, only that one.

        Raises:
            NoTable: there is none.
            TableOver: it is another.
        """
        table = (self._tables.latest(channel_id) if finished else None) or self._tables.at(channel_id)
        if table_id is not None:
            table.check(table_id)
        return table.shown(self.turn_limit)

    async def recall(self, channel_id: int, table_id: int) -> ShownTable:
        """A table of a channel, however long it has been over.

        Raises:
            TableOver: the channel never had it.
            NewerTable: a newer version of the bot has played at it.
            Refused: its record is damaged.
        """
        table = await self._recalled(table_id)
        if table.record.channel_id != channel_id:
            raise TableOver
        return table.shown(self.turn_limit)

    async def recall_hand(self, table_id: int, user_id: int) -> ShownHand:
        """What a person sees of a match, however long it has been over.

        Raises:
            TableOver: there was no such table.
            Refused: the person does not sit there, there is no match, or its record is damaged.
        """
        table = await self._recalled(table_id)
        return self._hand(table, table.own_seat(user_id))

    async def _recalled(self, table_id: int) -> Table:
        """A table in memory, or read anew."""
        table = self._tables.in_memory(table_id)
        if table is not None:
            return table
        try:
            record = await self._store.table(table_id)
            if record is None:
                raise TableOver
            return played(record, await self._store.log(table_id))
        except Damaged:
            raise Refused(DAMAGED) from None

    def hand(self, channel_id: int, user_id: int) -> ShownHand:
        """What a person at a table, open or just played, sees of the match.

        Raises:
            NoTable: there is none.
            NotSeated: the person does not sit there.
            NotStarted: there is no match.
        """
        table = self._tables.latest(channel_id) or self._tables.at(channel_id)
        return self._hand(table, table.own_seat(user_id))

    def question(self, channel_id: int, user_id: int, table_id: int, revision: int) -> ShownHand:
        """What a person sees who is asked what a control was drawn for.

        Raises:
            NoTable: there is none.
            TableOver: the control belongs to another table.
            Stale: the person is asked something else by now.
            Refused: the person does not sit here, or is not asked.
        """
        table = self._tables.at(channel_id)
        return self._hand(table, table.answering_seat(user_id, table_id, revision))

    def _hand(self, table: Table, seat: Seat) -> ShownHand:
        return ShownHand(table.shown(self.turn_limit), table.seat_view(seat))

    def rulings(self, channel_id: int) -> tuple[Option, ...]:
        """What a referee may rule now.

        Raises:
            NoTable: there is none.
            NotStarted: there is no match.
        """
        return self._tables.at(channel_id).rulings()
