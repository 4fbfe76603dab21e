"""Tables before their match: opened, changed, begun; in place of an absent host by another player."""

from __future__ import annotations

import asyncio
import logging
from contextlib import nullcontext
from typing import Final

from bot.common.clock import Clock
from bot.common.errors import HostOnly, InDoubt, Refused, StoreError
from bot.database.database import ChannelTaken
from bot.models.shuffles import new_seed
from bot.models.stored_league import TableSeason
from bot.models.stored_tables import SeatRecord, Status, TableRecord
from bot.server.store import ServerStore
from bot.table.damaged_tables import DamagedTables
from bot.table.desk.changing import AtDesk, Desk, at_table, unbroken
from bot.table.desk.shown import ShownTable
from bot.table.desk.steps import first_step
from bot.table.desk.table import Table, shown_table
from bot.table.desk.waking import read_purpose, season_of
from bot.table.lobby.before_match import LobbyChange, Person, started
from bot.table.lobby.computers import usual_level
from bot.table.lobby.keeping import is_complete, seats_for_rematch
from bot.table.lobby.lining_up import line_up
from bot.table.lobby.named_rules import with_rules_name
from bot.table.lobby.news import NO_NEWS
from bot.table.lobby.seating import AddComputers, SetComputers
from bot.table.match.chance import drawn_again
from bot.table.opening import Openings, WantedTable, new_table
from bot.table.reading import TableReader
from bot.table.store.seasons import SeasonPlaceStore
from bot.table.store.tables import TableStore

log = logging.getLogger(__name__)

TAKEN: Final = "This channel already has a table. `/rook table` shows it."
ANY_TABLE: Final = WantedTable()
"""A request with every default."""


class Lobbies(AtDesk):
    """Opens tables, changes lobbies and begins matches."""

    def __init__(
        self,
        desk: Desk,
        reading: TableReader,
        damaged: DamagedTables,
        openings: Openings,
        host_timeout: float,
        lining_up: asyncio.Lock,
    ) -> None:
        """``lining_up`` is held while a match takes its place on a league's schedule.

        An absent host can be replaced after ``host_timeout`` seconds; never if 0.
        """
        super().__init__(desk)
        self._reading = reading
        self._damaged = damaged
        self._openings = openings
        self._hosts = Hosts(host_timeout, desk.now)
        self._lining_up = lining_up
        self._servers = ServerStore(desk.database)
        self._stored_tables = TableStore(desk.database)
        self._seasons = SeasonPlaceStore(desk.database)

    @unbroken
    async def open_table(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        wanted: WantedTable = ANY_TABLE,
        *,
        parent_id: int | None = None,
        show: bool = True,
    ) -> ShownTable:
        """Open a table in a channel; its host sits down on the first seat.

        ``parent_id`` is the channel of the table's own thread. Without ``show`` listeners are not notified:
        the caller shows the table itself.

        Raises:
            Refused: the channel has a table already, the game is not for so many, has no such level, or there
                are too many tables.
            InvalidOption: no such game, or options that do not fit it.
        """
        record = await self._new_record(guild_id, channel_id, host, wanted)
        record = record._replace(seed=new_seed(self.desk.random), parent_id=parent_id)
        hosted = await self._openings.hosted(host.id)
        await self._openings.wait_for(channel_id)
        if channel_id in self.desk.tables:
            await self.desk.awake(channel_id)  # raises if the table cannot be read
            raise Refused(TAKEN)
        self._openings.check(guild_id, host.id, hosted)
        with self._openings.reserve(channel_id, guild_id, host.id):
            table = await self._create(record, wanted)
        table.clock.needed_at = asyncio.get_running_loop().time()
        self.desk.waking.keep(table)
        return self.desk.tell(table) if show else shown_table(table, self.desk.turn_time)

    async def _new_record(
        self, guild_id: int, channel_id: int, host: Person, wanted: WantedTable
    ) -> TableRecord:
        """An unstored table record from the wanted settings and the server's defaults."""
        settings = await self._servers.server_settings(guild_id)
        kept: tuple[SeatRecord, ...] = ()
        if wanted.rematch_of is not None:
            kept = seats_for_rematch((await self._reading.recalled(wanted.rematch_of)).record.seats)
        record = new_table(guild_id, channel_id, host, wanted, self.desk.now(), settings, kept)
        return await with_rules_name(self.desk.database, record)

    async def _create(self, record: TableRecord, wanted: WantedTable) -> Table:
        """Store a new table, closing a lobby left over in its channel; load its season and earlier deal."""
        season_id = None if wanted.season is None else wanted.season.season_id
        earlier = None if wanted.again is None else wanted.again.earlier
        stored: TableRecord | None = None
        self.desk.waking.in_doubt.discard(record.channel_id)
        try:
            try:
                stored = await self._stored_tables.create_table(record, season_id, earlier)
            except ChannelTaken:
                await self._damaged.make_room(record.channel_id)
                stored = await self._stored_tables.create_table(record, season_id, earlier)
            table = Table(stored)
            if earlier is not None:
                table.match.drawn = drawn_again(earlier)
            if stored.settled is not None:
                await read_purpose(self.desk.database, table)
        except StoreError as error:
            if stored is None and not isinstance(error, InDoubt):
                raise
            self.desk.waking.in_doubt.add(
                record.channel_id
            )  # it is looked for when someone asks for the table
            raise InDoubt(str(error)) from error
        log.info("table %d is open (%s)", stored.id, stored.game)
        return table

    async def check_new(self, guild_id: int, host: Person, wanted: WantedTable) -> None:
        """Check that such a table may be opened, before a channel is made for it; as ``open_table`` does."""
        new_table(guild_id, 0, host, wanted, self.desk.now())
        self._openings.check(guild_id, host.id, await self._openings.hosted(host.id))

    async def decides(self, channel_id: int, user_id: int) -> bool:
        """Whether a user may choose the rules of a channel's table: its host, or an absent one's successor.

        Raises:
            NoTable: there is none.
        """
        record = (await self.desk.awake(channel_id)).record
        try:
            return user_id == record.host_id or bool(self._hosts.with_successor(record, user_id))
        except HostOnly:
            return False

    @at_table
    async def change_lobby(
        self, table: Table, change: LobbyChange, *, table_id: int | None = None, revision: int | None = None
    ) -> ShownTable:
        """Change who sits where or what is played; may close the lobby or, once complete, begin a rematch.

        Raises:
            Refused: the change is not possible now.
            InvalidOption: the options do not fit.
        """
        table.check(table_id, revision)
        table.lobby_news.check(change)
        self._hosts.note_action(table.record, change.user_id)
        table.season = await season_of(self.desk.database, table.record)
        change = await self._at_usual_level(table.record, change)
        before, names = table.record, table.names()
        try:
            changed = change.applied_to(table.record)
        except HostOnly:
            changed = change.applied_to(self._hosts.with_successor(table.record, change.user_id))
        if (changed.game, changed.options) != (before.game, before.options):
            changed = await with_rules_name(self.desk.database, changed)
        if changed.ended is not None:
            return await self.desk.close(table, changed)
        if is_complete(before, changed, change.user_id):
            return await self._begin(table, started(changed, changed.host_id))
        await self.desk.save(table, changed)
        table.lobby_news = table.lobby_news.after(change, before, changed, names)
        return self.desk.tell(table)

    async def _at_usual_level(self, record: TableRecord, change: LobbyChange) -> LobbyChange:
        """The change, with the server's default level for a table's first computers."""
        if not isinstance(change, AddComputers | SetComputers) or change.kind is not None:
            return change
        if record.settled is not None or any(who.computer for who in record.seats):
            return change
        return change._replace(kind=usual_level(await self._servers.server_settings(record.guild_id)))

    @unbroken
    async def show_season(self, channel_id: int) -> None:
        """Reload a table's season; notify listeners of a change in the lobby, of the season's end in a match.

        Listeners of an unloaded table are always notified.

        Raises:
            Refused: there is no table.
            StoreError: that cannot be read now.
        """
        in_memory = self.desk.tables.loaded.get(channel_id)
        table = in_memory or await self.desk.awake(channel_id, is_needed=False)
        async with self.desk.holding(table):
            table.check()
            season = await season_of(self.desk.database, table.record)
            before, table.season = table.season, season
            is_news = before != season if table.record.status is Status.LOBBY else _is_over(season, before)
            if is_news or in_memory is None:  # what the message of an unloaded table shows is unknown
                self.desk.tell(table)

    @at_table
    async def start(
        self, table: Table, user_id: int, *, table_id: int | None = None, revision: int | None = None
    ) -> ShownTable:
        """Begin the match: draw for the deal and deal.

        Raises:
            Refused: not the host or a player who may replace an absent one, or seats are empty.
        """
        table.check(table_id, revision)
        self._hosts.note_action(table.record, user_id)
        try:
            begun = started(table.record, user_id)
        except HostOnly:
            begun = started(self._hosts.with_successor(table.record, user_id), user_id)
        return await self._begin(table, begun)

    async def _begin(self, table: Table, begun: TableRecord) -> ShownTable:
        """Store the start of a match, and notify listeners.

        Season matches begin one at a time, so that each knows which scheduled ones are under way.
        """
        begun = await with_rules_name(self.desk.database, begun)
        record = begun._replace(revision=table.revision + 1)
        async with nullcontext() if table.season is None else self._lining_up:
            table.season = season = await season_of(self.desk.database, table.record)
            if season is not None:
                await self._line_up(record, season)
            shown = await self.desk.carry_out(
                table, first_step(table, record, self.desk.now(), self.desk.random)
            )
        table.lobby_news = NO_NEWS
        return shown

    async def _line_up(self, record: TableRecord, season: TableSeason) -> None:
        """Store the entrants and the scheduled match that a season's table, as begun, is about to play.

        Raises:
            Refused: the season is over, or the sides are not made of its pairs.
        """
        lined_up = line_up(record, season)
        number = season.season_id
        fixture = lined_up.fixture(
            await self._seasons.schedule(number),
            await self._seasons.played_fixtures(number),
            await self._seasons.fixtures_under_way(number),
        )
        await self._seasons.line_up(record.id, lined_up.plays_for, fixture)


def _is_over(season: TableSeason | None, before: TableSeason | None) -> bool:
    """Whether a season has been closed since it was last read."""
    return season is not None and before is not None and before.is_open and not season.is_open


class Hosts:
    """Times of the last actions of hosts in their lobbies; a restart counts as one.

    After ``timeout`` seconds without an action a seated player may become the host; 0 for never.
    """

    def __init__(self, timeout: float, now: Clock) -> None:
        self._timeout = timeout
        self._now = now
        self._began_at = now()
        self._acted_at: dict[int, float] = {}

    def note_action(self, table: TableRecord, user_id: int) -> None:
        """Note when the host acts in a lobby, not other users; forgets what is too long ago to matter."""
        if table.status is Status.LOBBY and user_id == table.host_id:
            now = self._now()
            self._acted_at = {one: at for one, at in self._acted_at.items() if now < at + self._timeout}
            self._acted_at[table.id] = now

    def with_successor(self, table: TableRecord, user_id: int) -> TableRecord:
        """The lobby's record with the user as its host, in place of an absent one.

        Raises:
            HostOnly: the user is not seated, the host acted within the timeout, or there is no timeout.
        """
        if not self._timeout or table.seat_of(user_id) is None:
            raise HostOnly
        acted_at = max(self._acted_at.get(table.id, table.created_at), self._began_at)
        if self._now() < acted_at + self._timeout:
            raise HostOnly(self._now.shown(acted_at + self._timeout))
        return table._replace(host_id=user_id)
