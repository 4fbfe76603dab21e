"""What may be known of tables: looked up, never changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from bot.common.errors import NoTable, Refused, TableOver
from bot.common.lazy import Later
from bot.computers.brief import Brief
from bot.database.database import Database
from bot.database.errors import Damaged
from bot.delivery.store.shown_messages import ShownStore
from bot.evening.store.evenings import EveningStore
from bot.league.store.matches import SeasonMatchStore
from bot.models.stored import OPEN, Asleep, TableRecord
from bot.models.stored_results import MatchNotes
from bot.server.store import ServerStore
from bot.table.earlier_deal import first_time
from bot.table.open_tables import Registry, SetAside
from bot.table.shown import ShownHand, ShownTable
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from bot.table.table import Table
from bot.table.taking_up import played_in_slices
from bot.table.turn_time import TurnTime
from bot.table.waking import Waking, season_of
from rules.core.decisions import Option, Seat

__all__ = ["MatchNotes", "TablePlace", "TableReader"]

DAMAGED: Final = "The record of that match is damaged and can't be shown. Nothing else is lost."


class TablePlace(NamedTuple):
    """Where a table is on Discord."""

    guild_id: int
    channel_id: int


class TableReader:
    """Looks up the open tables, and those that are over; one that sleeps is read first."""

    def __init__(
        self, database: Database, tables: Registry, turn_time: TurnTime, now: Callable[[], float]
    ) -> None:
        self.now: Final = now
        """The clock, in epoch seconds."""
        self.turn_time: Final = turn_time
        """When a computer steps in for a player who does not answer."""
        self._database = database
        self._evening_store = EveningStore(database)
        self._result_store = ResultStore(database)
        self._season_match_store = SeasonMatchStore(database)
        self._server_store = ServerStore(database)
        self._shown_store = ShownStore(database)
        self._table_store = TableStore(database)
        self._tables = tables
        self._waking = Waking(database, tables, now)

    @property
    def live_tables(self) -> tuple[Table, ...]:
        """Every open table in memory itself, for those in this package who let time pass at them."""
        return tuple(self._tables)

    @property
    def sleepers(self) -> tuple[Asleep, ...]:
        """Every open table that is not in memory."""
        return self._tables.sleepers

    def on_wake(self, woken: Callable[[Table], None]) -> Callable[[], None]:
        """Be told of each table that is back in memory; returns how to stop."""
        return self._waking.on_wake(woken)

    def on_sleep(self, laid_down: Callable[[int], None]) -> Callable[[], None]:
        """Be told, by its id, of each table that is not in memory any more; returns how to stop."""
        return self._waking.on_sleep(laid_down)

    def find(self, table_id: int) -> Table | None:
        """An open table by its id, if it is in memory."""
        return self._tables.find(table_id)

    def all_set_aside(self) -> tuple[SetAside, ...]:
        """The tables that cannot be read, one a channel."""
        return self._tables.all_set_aside

    def on_set_aside(self, put_aside: Callable[[SetAside], None]) -> Callable[[], None]:
        """Be told of each table that turns out to be damaged; returns how to stop."""
        return self._waking.on_set_aside(put_aside)

    def channel_of(self, table_id: int) -> int | None:
        """The channel of an open table."""
        return self._tables.channel_of(table_id)

    def is_taken(self, channel_id: int) -> bool:
        """Whether a channel has an open table, be it one that cannot be read."""
        return channel_id in self._tables

    def places(self) -> list[TablePlace]:
        """Where the open tables are, asleep or not; those that cannot be read are left out."""
        awake = [TablePlace(table.record.guild_id, table.record.channel_id) for table in self._tables]
        return awake + [TablePlace(one.guild_id, one.channel_id) for one in self._tables.sleepers]

    async def awake(self, channel_id: int, *, is_needed: bool = True) -> Table:
        """The open table of a channel itself, in memory; whoever needs it keeps it there for a while.

        Raises:
            NoTable: there is none.
            NewerTable: a newer version of the bot has played at it.
            TableSetAside: it cannot be read.
            StoreError: it sleeps, and cannot be read now.
        """
        table = self._tables.awake(channel_id) or await self._waking.wake(channel_id)
        if is_needed:
            table.needed_at = asyncio.get_running_loop().time()
        return table

    async def _latest(self, channel_id: int, *, is_needed: bool = True) -> Table:
        """The open table of a channel, else the one that was last played there.

        Raises:
            NoTable: there never was one.
            Refused: its record is damaged.
        """
        if channel_id in self._tables:
            return await self.awake(channel_id, is_needed=is_needed)
        table = self._tables.finished(channel_id)
        if table is not None:
            return table
        try:
            record = await self._table_store.newest_table(channel_id)
            if record is None or record.status in OPEN:
                raise NoTable
            return await self._looked_back_at(record)
        except Damaged:
            raise Refused(DAMAGED) from None

    async def _looked_back_at(self, record: TableRecord) -> Table:
        """A table that is over, as it was stored.

        Raises:
            Damaged: it cannot be read.
        """
        table = await played_in_slices(record, await self._table_store.log(record.id))
        table.season = await season_of(self._database, record)
        table.first_time = await first_time(self._database, record.id)
        table.of_evening = await self._evening_store.evening_place(record.id) is not None
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
        table = await (self._latest(channel_id) if finished else self.awake(channel_id))
        if table_id is not None:
            table.check(table_id)
        return table.shown(self.turn_time)

    async def tables_with(self, user_id: int) -> tuple[ShownTable, ...]:
        """The open tables somebody sits at, in all servers; those that cannot be read are left out.

        Raises:
            StoreError: which those are cannot be read now.
        """
        found = list[ShownTable]()
        for table_id in await self._table_store.open_tables_of(user_id):
            channel_id = self._tables.channel_of(table_id)
            if channel_id is None:
                continue
            with suppress(Refused):
                table = await self.awake(channel_id, is_needed=False)
                if table.record.seat_of(user_id) is not None:
                    found.append(table.shown(self.turn_time))
        return tuple(found)

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
        return table.shown(self.turn_time)

    async def notes(self, table_id: int) -> MatchNotes | None:
        """What was special in a match that is over, or was broken off; None where nothing is recorded of it.

        Raises:
            Damaged: that cannot be read.
        """
        match = await self._result_store.match(table_id)
        return None if match is None else match.notes

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
        channel_id = self._tables.channel_of(table_id)
        if channel_id is not None:
            return await self.awake(channel_id, is_needed=False)
        try:
            record = await self._table_store.table(table_id)
            if record is None:
                raise TableOver
            return await self._looked_back_at(record)
        except Damaged:
            raise Refused(DAMAGED) from None

    async def hand(self, channel_id: int, user_id: int) -> ShownHand:
        """What a person at a table, open or just played, sees of the match.

        Raises:
            NoTable: there is none.
            NotSeated: the person does not sit there.
            NotStarted: there is no match.
        """
        table = await self._latest(channel_id)
        return self._hand(table, table.own_seat(user_id))

    async def question(self, channel_id: int, user_id: int, table_id: int, revision: int) -> ShownHand:
        """What a person sees who is asked what a control was drawn for.

        Raises:
            NoTable: there is none.
            TableOver: the control belongs to another table.
            Stale: the person is asked something else by now.
            Refused: the person does not sit here, or is not asked.
        """
        table = await self.awake(channel_id)
        return self._hand(table, table.answering_seat(user_id, table_id, revision))

    async def brief(self, channel_id: int, user_id: int, table_id: int, revision: int) -> Brief:
        """What a computer in a person's place would be told, who is asked what a control was drawn for.

        Raises:
            Refused: as for ``question``, or a computer keeps the seat.
        """
        table = await self.awake(channel_id)
        seat = table.answering_seat(user_id, table_id, revision)
        table.check_may_come_back(seat, self.turn_time)
        return table.brief(seat)

    def _hand(self, table: Table, seat: Seat) -> ShownHand:
        hand = table.hand(seat, table.shown(self.turn_time))._replace(plan=table.plans.get(seat))
        if table.why_kept(seat, self.turn_time) is None:
            return hand
        return hand._replace(own=Later.known(hand.view._replace(decision=None)), asked_since=None)

    async def rulings(self, channel_id: int) -> tuple[Option, ...]:
        """What a referee may rule now.

        Raises:
            NoTable: there is none.
            NotStarted: there is no match.
        """
        return (await self.awake(channel_id)).rulings()
