"""The tables of evenings: opened in their channels, followed, and scored when they are over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Final

from bot.common.background import Background
from bot.common.clock import Clock
from bot.common.errors import Refused, StoreError
from bot.common.text import is_former
from bot.database.database import Damaged, Database
from bot.evening import rounds
from bot.evening.keeping import KeptEvenings
from bot.evening.results import score_of, so_far
from bot.evening.shown import SoFar
from bot.models.credits import Competing, Entrant
from bot.models.endings import Ending
from bot.models.stored_evenings import EveningGuest, EveningRecord, EveningTable
from bot.models.stored_tables import OPEN, SeatRecord
from bot.table.arranging import Arranged
from bot.table.desk.shown import Update
from bot.table.lobby.computers import computers_named
from bot.table.manager import GameManager
from bot.table.match.standing_in import STAND_IN
from bot.table.store.seasons import SeasonPlaceStore
from bot.table.store.tables import TableStore
from rules.core.events import DealScored

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 5.0
"""Seconds until scoring a table is retried after a failed write."""


class EveningTables:
    """Opens, follows and scores the tables of open evenings."""

    def __init__(
        self, database: Database, tables: GameManager, kept: KeptEvenings, random: Random, now: Clock
    ) -> None:
        self._database = database
        self._table_store = TableStore(database)
        self._tables = tables
        self._random = random
        self._now = now
        self._kept = kept
        self._come: dict[int, SoFar] = {}
        """Cached progress of open tables, by table id."""
        self._at_work = Background()
        self._alarms: set[asyncio.TimerHandle] = set()
        self._stop_listening = tables.desk.listen(self._on_update)

    async def resume(self) -> None:
        """Score the tables that ended before this start."""
        for evening in self._kept.everyone:
            for table in evening.tables:
                if table.table_id is not None and table.score is None:
                    await self._look_at(evening.id, table.number)

    async def close(self) -> None:
        """Stop following tables, and finish the running work."""
        self._stop_listening()
        for alarm in self._alarms:
            alarm.cancel()
        await self._at_work.finish()

    async def so_far(self, evening: EveningRecord) -> Mapping[int, SoFar]:
        """Progress by table id: this evening's open tables and those looked at before, of any evening."""
        for table in evening.tables:
            if table.table_id is not None and table.score is None and table.table_id not in self._come:
                self._come[table.table_id] = await so_far(self._database, table.table_id)
        return self._come

    def to_open(self, evening_id: int) -> tuple[EveningTable, ...]:
        """The tables of an evening's present round that are not open yet; empty if the evening is over."""
        evening = self._kept.find(evening_id)
        return tuple(table for table in evening.tables if table.table_id is None) if evening else ()

    def revision(self, evening_id: int) -> int:
        """The revision of an open evening; 0 if it is over."""
        evening = self._kept.find(evening_id)
        return evening.revision if evening else 0

    async def set_channel(self, evening_id: int, number: int, channel_id: int) -> None:
        """Store the channel in which a table will be opened; does nothing if it is open or does not exist.

        Raises ``Refused`` if the evening is over.
        """
        async with self._kept.changing(evening_id) as evening:
            table = evening.table(number)
            if table is not None and table.table_id is None:
                await self._kept.save(evening, evening.with_table(replace(table, channel_id=channel_id)))

    async def open_table(self, evening_id: int, number: int) -> None:
        """Open a table of the present round in its channel, if it has one and is not open; start its match.

        Raises:
            Refused: the channel has a table, or the evening is over.
            StoreError: it could not be stored; nothing has changed.
        """
        async with self._kept.changing(evening_id) as evening:
            table = evening.table(number)
            if table is None or table.table_id is not None or table.channel_id is None:
                return
            opened = await self._tables.arranging.open_arranged(_arranged(evening, table, table.channel_id))
            self._kept.put(evening.with_table(replace(table, table_id=opened.id)))

    async def pairs(self, evening: EveningRecord) -> list[Entrant]:
        """The pairs of an evening's season; empty if it is not for pairs, or they are damaged."""
        season = evening.season
        if season is not None and season.competing is Competing.PAIRS:
            with suppress(Damaged):
                return await SeasonPlaceStore(self._database).competing(season.season_id)
        return []

    def holds(self, channel_id: int) -> bool:
        """Whether a channel or thread is used by a table of an open evening."""
        return self._kept.playing_in(channel_id) is not None

    def _on_update(self, update: Update) -> None:
        """Handle the change of any table: score it if it is an evening's and over."""
        shown = update.table
        if not shown.kind.of_evening and shown.status in OPEN:
            return
        evening = self._kept.playing_in(shown.place.channel_id)
        if evening is None:
            return
        table = next(one for one in evening.tables if one.channel_id == shown.place.channel_id)
        if table.table_id is None:
            if shown.status not in OPEN:
                self._kept.tell(evening.id)  # the channel is free now: the evening's table can be opened
            return
        if table.table_id != shown.id:
            self._kept.doubt(evening.id)  # it may have been repaired, and continue under another id
            self._at_work.begin(self._look_at(evening.id, table.number))
        elif shown.status not in OPEN:
            self._at_work.begin(self._look_at(evening.id, table.number))
        elif shown.turn.is_paused and self._tables.unseen.ends_at(shown.id) is None:
            self._at_work.begin(self._unpause(shown.place.channel_id))
        elif any(isinstance(event, DealScored) for event in update.events):
            self._come.pop(shown.id, None)
            self._kept.tell(evening.id)

    async def _unpause(self, channel_id: int) -> None:
        """Have computers continue a table that all players have left: the other tables wait for it."""
        with suppress(Refused, StoreError):
            await self._tables.presence.keep_going(channel_id)

    async def _look_at(self, evening_id: int, number: int) -> None:
        """Score a table if it is over; retry later if it cannot be stored."""
        try:
            await self.settle(evening_id, number)
        except StoreError as error:
            log.warning("a table of evening %d could not be scored yet: %s", evening_id, error)
            self._try_again(evening_id, number)

    def _try_again(self, evening_id: int, number: int) -> None:
        def ring() -> None:
            self._alarms.discard(alarm)
            self._at_work.begin(self._look_at(evening_id, number))

        alarm = asyncio.get_running_loop().call_later(RETRY_AFTER, ring)
        self._alarms.add(alarm)

    async def settle(self, evening_id: int, number: int) -> None:
        """Score a table if it is over; mark it to be opened again if its channel was deleted.

        Raises ``StoreError`` if it could not be stored.
        """
        with suppress(Refused):
            async with self._kept.changing(evening_id) as evening:
                table = evening.table(number)
                if table is None or table.table_id is None or table.score is not None:
                    return
                record = await self._table_store.table(table.table_id)
                if record is not None and record.status in OPEN:
                    await self._tables.arranging.index_table(table.table_id)
                    return
                if record is None or record.ended is Ending.NO_CHANNEL:
                    after = rounds.without_table(evening, number)
                else:
                    score = score_of(await so_far(self._database, table.table_id), self._random)
                    pairs = await self.pairs(evening)
                    after = rounds.scored(evening, number, score, self._now.today(), pairs)
                self._come.pop(table.table_id, None)
                await self._kept.save(evening, after)


def _arranged(evening: EveningRecord, table: EveningTable, channel_id: int) -> Arranged:
    """The table to open; its host is the first guest there who has not left, or else the evening's host."""
    guests = [None if who is None else evening.guest(who) for who in table.seats]
    here = (guest.user_id for guest in guests if guest is not None and guest.is_here)
    return Arranged(
        place=evening.place(table.number),
        guild_id=evening.guild_id,
        channel_id=channel_id,
        host_id=next(here, evening.host_id),
        game=evening.game,
        options=evening.options,
        seats=computers_named(map(_seat_of, guests)),
    )


def _seat_of(guest: EveningGuest | None) -> SeatRecord:
    """A guest's seat, with a stand-in if they have left (to the end if forgotten); a computer's for None."""
    if guest is None:
        return SeatRecord(computer=STAND_IN)
    is_gone = is_former(guest.user_id, guest.name)
    stand_in = None if guest.is_here else STAND_IN
    return SeatRecord(guest.user_id, guest.name, stand_in, is_out=is_gone, is_former=is_gone)
