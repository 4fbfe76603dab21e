"""Evenings: progressive parties, rotating partners and duplicate deals, from the sign-up to the last round.

A round's last score and the next round are stored in one write: each move happens once, and after a crash the
rest follows from what is stored.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random, SystemRandom
from typing import Final

from bot.common.clock import Clock
from bot.common.errors import Refused, StoreError
from bot.database.database import ChannelTaken, Database
from bot.evening import joining, rounds
from bot.evening.deal_sheets import DealSheet, deal_sheet, draw_deals
from bot.evening.keeping import NONE_HERE, KeptEvenings
from bot.evening.opening import WantedEvening, new_evening
from bot.evening.results import read_lines
from bot.evening.seating import together
from bot.evening.shown import ShownEvening, shown_evening
from bot.evening.store.evenings import EveningStore
from bot.evening.tables import EveningTables
from bot.models.endings import Ending
from bot.models.evening_kinds import EveningEnding, EveningKind
from bot.models.stored_evenings import EveningHead, EveningRecord
from bot.table.lobby.before_match import Person
from bot.table.manager import GameManager
from bot.table.match.standing_in import STAND_IN
from bot.table.store.seasons import SeasonPlaceStore
from rules.catalog import game_with

log = logging.getLogger(__name__)

MOST_LISTED: Final = 25
LOOK_EVERY: Final = 600.0
"""Seconds between two checks for evenings that were never started."""
TAKEN: Final = "This channel already has an evening. `/night board` shows it, and `/night end` ends it."
NO_SUCH_TABLE: Final = "This round has no such table."
SCORED: Final = "That table has its score already."
ROUND_OVER: Final = "That round is over. *Score a table* lists the tables of this one."


class Evenings:
    """Service for the evenings of all servers: to start, score, show and end them.

    A ``StoreError`` means that the database could not be read, or that a change could not be stored.
    """

    def __init__(
        self,
        database: Database,
        tables: GameManager,
        random: Random | None = None,
        now: Callable[[], float] = time.time,
        counts: Callable[[int], None] = lambda _: None,
    ) -> None:
        """``counts`` is called with a league's id when an evening that counts there is over."""
        self._database = database
        self._evening_store = EveningStore(database)
        self._season_place_store = SeasonPlaceStore(database)
        self._tables = tables
        self._random = random or SystemRandom()
        self._now: Final = Clock.of(now)
        self._kept = KeptEvenings(database, counts)
        self.listen: Final = self._kept.listen
        """Call ``listener`` with the id of each evening that changes; returns a function that removes it."""
        self.tables: Final = EveningTables(database, tables, self._kept, self._random, self._now)

    async def resume(self) -> None:
        """Load open evenings, correct times in the future, and score tables that ended before this start."""
        await self._evening_store.clamp_times(self._now())
        await self._kept.learn()
        await self.tables.resume()

    async def close(self) -> None:
        """Stop following tables, and finish the running work."""
        await self.tables.close()

    async def open(self, guild_id: int, channel_id: int, host: Person, wanted: WantedEvening) -> ShownEvening:
        """Open an evening in a channel, with its host as first guest.

        Raises:
            Refused: the channel has one, or is a thread of one, or the game does not suit an evening.
            InvalidOption: no such game, or options that do not fit it.
        """
        if self._kept.of_place(channel_id) is not None:
            raise Refused(TAKEN)
        try:
            evening = await self._kept.add(new_evening(guild_id, channel_id, host, wanted, self._now()))
        except ChannelTaken:
            raise Refused(TAKEN) from None
        return await self._shown(evening)

    async def join(self, evening_id: int, person: Person) -> ShownEvening:
        """Add a person, who plays from the next round on (or from the start).

        Raises ``Refused`` if they have joined already, no seat is left, or the evening is over.
        """
        async with self._kept.changing(evening_id) as evening:
            after = await self._kept.save(evening, joining.joined(evening, person))
        return await self._shown(after)

    async def leave(self, evening_id: int, user_id: int) -> ShownEvening:
        """Remove a guest; at a running table a computer stands in for them.

        Raises ``Refused`` if they have not joined, or the evening is over.
        """
        async with self._kept.changing(evening_id) as evening:
            after = await self._kept.save(evening, joining.left(evening, user_id))
        table = after.table_of(user_id)
        if table is not None and table.score is None and table.channel_id is not None:
            with suppress(Refused):
                await self._tables.presence.leave(table.channel_id, user_id, STAND_IN)
        return await self._shown(after)

    async def start(self, evening_id: int, user_id: int, *, may_manage: bool = False) -> ShownEvening:
        """Draw the seats and begin the first round; the caller then opens its tables.

        Raises:
            Refused: the user may not start it, too few guests, or more tables than the server may have.
        """
        async with self._kept.changing(evening_id) as evening:
            after = rounds.begun(evening, user_id, await self._order(evening), may_manage=may_manage)
            self._tables.openings.check_room(evening.guild_id, len(after.tables))
            after = await self._kept.save(evening, after, draw_deals(after, self._random))
        return await self._shown(after)

    async def _order(self, evening: EveningRecord) -> list[int]:
        """Guests in the order of seating: drawn, as they joined, or with the pairs of a season together."""
        order = [guest.user_id for guest in evening.here]
        if evening.draws_pairs or evening.kind is not EveningKind.DUPLICATE:
            self._random.shuffle(order)
            return order
        return together(order, await self.tables.pairs(evening))

    async def end(self, evening_id: int, user_id: int, *, may_manage: bool = False) -> ShownEvening:
        """Have an evening end with the present round; before the first it is called off.

        Raises ``Refused`` if the user may not end it, or it is over.
        """
        async with self._kept.changing(evening_id) as evening:
            after = rounds.last_round(evening, user_id, self._now.today(), may_manage=may_manage)
            after = await self._kept.save(evening, after)
        return await self._shown(after)

    async def end_damaged(self, channel_id: int, *, may_manage: bool) -> bool:
        """End the damaged evening of a channel; returns whether there was one.

        Raises ``Refused`` if there is one, and the user is no manager.
        """
        if not may_manage:
            self._kept.check_sound(channel_id)
        return await self._kept.end_damaged(channel_id, self._now.today())

    async def end_on_schedule(self) -> None:
        """End evenings not started within a day, until cancelled; failures are logged and retried."""
        while True:
            try:
                await self.end_unstarted()
            except StoreError as error:
                log.warning("an evening that no one started could not be ended: %s", error)
            await asyncio.sleep(LOOK_EVERY)

    async def end_unstarted(self) -> None:
        """End every evening that was not started within a day."""
        for one in self._kept.everyone:
            if self._has_expired(one):
                with suppress(Refused):
                    async with self._kept.changing(one.id) as evening:
                        if self._has_expired(evening):  # it may have been started since
                            after = rounds.over(evening, EveningEnding.NOT_STARTED, self._now.today())
                            await self._kept.save(evening, after)

    def _has_expired(self, evening: EveningRecord) -> bool:
        closes_at = rounds.closes_at(evening, self._now)
        return closes_at is not None and closes_at <= self._now()

    async def score(
        self,
        evening_id: int,
        number: int,
        user_id: int,
        *,
        may_manage: bool = False,
        of_round: int | None = None,
    ) -> ShownEvening:
        """Close a table of the present round and score it as it stands.

        Raises:
            Refused: the user may not, no such open table, it is scored, or ``of_round`` (if given) is over.
        """
        evening = self._kept.open(evening_id)
        joining.check_host(evening.host_id, user_id, may_manage=may_manage)
        if of_round not in {None, len(evening.rounds)}:
            raise Refused(ROUND_OVER)
        table = evening.table(number)
        if table is None or table.channel_id is None or table.table_id is None:
            raise Refused(NO_SUCH_TABLE)
        if table.score is not None:
            raise Refused(SCORED)
        if self._tables.reading.channel_of(table.table_id) is not None:
            await self._tables.close_table(table.channel_id, Ending.SCORED, user_id)
        await self.tables.settle(evening_id, number)
        return await self.shown(evening_id)

    async def set_message(self, evening_id: int, message_id: int) -> None:
        """Store which message of the channel is the board of an evening."""
        with suppress(Refused):
            async with self._kept.changing(evening_id) as evening:
                stored = replace(evening, message_id=message_id, revision=evening.revision + 1)
                await self._evening_store.save_evening(stored, evening)
                self._kept.hold(stored)
            return
        await self._kept.note_when_over(evening_id, message_id=message_id)

    async def mark_final(self, evening_id: int) -> None:
        """Note that the board of a finished evening shows its end."""
        await self._kept.note_when_over(evening_id, is_shown=True)

    async def stale_boards(self) -> list[int]:
        """Ids of evenings with a possibly stale board: all open ones, and those over but not shown so."""
        return [*(one.id for one in self._kept.everyone), *await self._evening_store.evenings_not_shown()]

    def open_in_seasons(self) -> list[int]:
        """Ids of the open evenings that were opened for a season of a league."""
        return [one.id for one in self._kept.everyone if one.season is not None]

    def here(self, channel_id: int) -> int:
        """Id of the open evening of a channel, or with a table in it; raises ``Refused`` without one."""
        found = self._kept.of_place(channel_id)
        if found is None:
            raise Refused(NONE_HERE)
        return found.id

    async def newest(self, channel_id: int) -> int:
        """Id of the open evening of a channel or thread, or its latest; raises ``Refused`` without one."""
        found = self._kept.of_place(channel_id)
        heads = [] if found else await self._evening_store.evenings_of(channel_id, 1)
        if found is None and not heads:
            raise Refused(NONE_HERE)
        return found.id if found else heads[0].id

    async def listed(self, channel_id: int) -> list[EveningHead]:
        """The latest ``MOST_LISTED`` evenings of a channel, newest first."""
        return await self._evening_store.evenings_of(channel_id, MOST_LISTED)

    async def shown(self, evening_id: int) -> ShownEvening:
        """The public view of an evening, open or over; raises ``Refused`` if there never was one."""
        await self._kept.catch_up(evening_id)
        async with self._database.one_moment():
            return await self._shown(await self._kept.read(evening_id))

    async def like(self, evening_id: int) -> WantedEvening:
        """Terms for a new evening like an earlier one, season included; raises ``Refused`` without one."""
        return WantedEvening.like(await self._kept.read(evening_id))

    async def deal_sheet(self, evening_id: int, deal: int) -> DealSheet:
        """The sheet of a deal of a duplicate evening, once every table has finished its round.

        Raises ``Refused`` if a table has not, or there is no such deal.
        """
        async with self._database.one_moment():
            return await deal_sheet(self._database, await self._kept.read(evening_id), deal)

    async def _shown(self, evening: EveningRecord) -> ShownEvening:
        async with self._database.one_moment():
            come = await self.tables.so_far(evening)
            lines = await read_lines(self._database, evening)
            season = evening.season
            season_closed_at = (
                None if season is None else await self._season_place_store.closed_at(season.season_id)
            )
        about = game_with(evening.game, evening.options).about
        closes_at = rounds.closes_at(evening, self._now)
        return shown_evening(
            *(evening, about, lines, come),
            closes_at=None if closes_at is None else self._now.shown(closes_at),
            season_closed_at=season_closed_at,
        )

    async def lose_channel(self, channel_id: int) -> None:
        """End the evening of a deleted channel."""
        found = self._kept.at(channel_id)
        if found is not None:
            await self._lose(found, EveningEnding.NO_CHANNEL)

    async def lose_server(self, guild_id: int) -> None:
        """End the evenings of a server that has removed the bot."""
        for one in self._kept.everyone:
            if one.guild_id == guild_id:
                await self._lose(one, EveningEnding.NO_SERVER)

    async def _lose(self, lost: EveningRecord, ending: EveningEnding) -> None:
        with suppress(Refused):
            async with self._kept.changing(lost.id) as evening:
                await self._kept.save(evening, rounds.over(evening, ending, self._now.today()))

    def places(self) -> Sequence[tuple[int, int]]:
        """(server id, channel id) of each open evening."""
        return [(one.guild_id, one.channel_id) for one in self._kept.everyone]

    async def reload_tables(self) -> None:
        """Reload all open evenings after a user's data was deleted; changed ones notify listeners."""
        for one in self._kept.everyone:
            self._kept.doubt(one.id)
            await self._kept.catch_up(one.id)
