"""Tables that an evening arranges: opened with every player seated and the match begun."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import NamedTuple

from bot.common.errors import Refused
from bot.models.shuffles import new_seed
from bot.models.stored_evenings import EveningPlace
from bot.models.stored_tables import OPEN, SeatRecord, Status, TableRecord, UnloadedTable
from bot.table.desk.changing import AtDesk, Desk, unbroken
from bot.table.desk.present import adopt, replace_record
from bot.table.desk.shown import ShownTable
from bot.table.desk.steps import first_step
from bot.table.desk.table import Table
from bot.table.lobbies import TAKEN
from bot.table.lobby.before_match import started
from bot.table.lobby.named_rules import with_rules_name
from bot.table.match.chance import drawn_at
from bot.table.opening import Openings
from bot.table.store.evenings import EveningPlaceStore
from bot.table.store.tables import TableStore
from rules.core.protocol import OptionValue
from rules.versions import NEWEST


class Arranged(NamedTuple):
    """An evening's table before it is opened: its key in the evening, channel, host, game and seats."""

    place: EveningPlace
    guild_id: int
    channel_id: int
    host_id: int
    game: str
    options: Mapping[str, OptionValue]
    seats: tuple[SeatRecord, ...]


class Arranging(AtDesk):
    """Opens tables of evenings, and indexes open ones that are stored but unknown in memory."""

    def __init__(self, desk: Desk, openings: Openings) -> None:
        super().__init__(desk)
        self._openings = openings

    @unbroken
    async def open_arranged(self, wanted: Arranged) -> ShownTable:
        """Open a table with every player seated and begin its match, in one transaction.

        Raises:
            Refused: the channel has a table.
            Conflict: it is open already.
            StoreError: it could not be stored.
        """
        channel_id = wanted.channel_id
        if channel_id in self.desk.tables or channel_id in self._openings:
            raise Refused(TAKEN)
        with self._openings.reserve(channel_id, wanted.guild_id, wanted.host_id):
            table = Table(await with_rules_name(self.desk.database, self._record(wanted)))
            table.match.drawn = await drawn_at(self.desk.database, wanted.place)
            table.of_evening = True
            begun = started(table.record, wanted.host_id)._replace(revision=1)
            step = first_step(table, begun, self.desk.now(), self.desk.random)
            record = await EveningPlaceStore(self.desk.database).open_evening_table(
                step.record, step.entries, wanted.place
            )
        replace_record(table, begun._replace(id=record.id))
        adopt(table, step._replace(record=record))
        table.clock.needed_at = asyncio.get_running_loop().time()
        self.desk.waking.keep(table)
        return self.desk.tell(table, step)

    def _record(self, wanted: Arranged) -> TableRecord:
        return TableRecord(
            id=0,
            guild_id=wanted.guild_id,
            channel_id=wanted.channel_id,
            host_id=wanted.host_id,
            game=wanted.game,
            options=dict(wanted.options),
            seats=wanted.seats,
            status=Status.LOBBY,
            revision=0,
            message_id=None,
            created_at=self.desk.now(),
            rules_version=NEWEST,
            seed=new_seed(self.desk.random),
        )

    async def index_table(self, table_id: int) -> None:
        """Index an open table that is stored but unknown in memory: the outcome of its opening was uncertain.

        Raises:
            StoreError: it cannot be read.
        """
        if self.desk.tables.channel_of(table_id) is not None:
            return
        record = await TableStore(self.desk.database).table(table_id)
        if record is not None and record.status in OPEN and record.channel_id not in self.desk.tables:
            place = (record.id, record.guild_id, record.channel_id)
            self.desk.tables.unload(UnloadedTable(*place, is_known=False, due_at=None))
