"""Opening a table: what is requested, the record it becomes, and the limits on open tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.models.endings import ALL_ALLOWED, Allowed, Leaving
from bot.models.stored_settings import ServerSettings
from bot.models.stored_tables import Kept, SeatRecord, Settled, Status, TableRecord
from bot.table.desk.open_tables import Registry
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import EMPTY, Person, check_number
from bot.table.lobby.choosing import check_turn_hours
from bot.table.lobby.computers import ChooseLevel
from bot.table.lobby.seating import Sit
from bot.table.store.earlier_deals import EarlierDeal
from bot.table.store.tables import TableStore
from rules.catalog import DEFAULT, playable_game
from rules.core.about import About
from rules.core.decisions import Seat
from rules.core.protocol import OptionValue
from rules.core.words import counted
from rules.versions import NEWEST


class SeasonPlace(NamedTuple):
    """The season a table is opened for, and who may play at it."""

    season_id: int
    settled: Settled


class AgainPlace(NamedTuple):
    """The earlier deal that a new table plays again, and the host's seat at the new table."""

    earlier: EarlierDeal
    seat: Seat

    def kept(self, host: Person) -> tuple[SeatRecord, ...]:
        """Empty seats, the host's own kept for them."""
        own = SeatRecord(kept=Kept(host.id, host.name))
        return tuple(own if seat == self.seat else EMPTY for seat in range(len(self.earlier.seats)))


class WantedTable(NamedTuple):
    """A requested table; unset fields take the server's defaults."""

    game: str = DEFAULT
    options: Mapping[str, OptionValue] = MappingProxyType({})
    seats: int | None = None
    """Number of seats; None for the game's usual number."""
    counted: bool | None = None
    """Whether it is counted; None for the server's default."""
    turn_hours: int = 0
    """Hours a turn may take; 0 for the usual limit."""
    allowed: Allowed = ALL_ALLOWED
    """Whether hints and phrases are allowed."""
    level: str | None = None
    """The level of computers that take every empty seat; None for no computers."""
    season: SeasonPlace | None = None
    """The season it belongs to, if any."""
    rematch_of: int | None = None
    """A finished table: seats are kept for its players."""
    again: AgainPlace | None = None
    """The earlier deal it plays, if any; that is casual."""

    @classmethod
    def like(cls, table: ShownTable) -> WantedTable:
        """A request for a table like another: game, options, seats, counted, turn time, hints, phrases."""
        kind = table.kind.counted, table.turn.hours, table.talk.allowed
        return cls(table.rules.about.key, dict(table.rules.changes), len(table.seats), *kind)

    def is_counted(self, settings: ServerSettings) -> bool:
        """Whether the match is counted: as requested, or by the server's setting.

        Without either it is casual if a turn may take hours or computers of a level take the seats.
        """
        if self.again is not None:
            return False
        if self.counted is not None or self.turn_hours or self.level is not None:
            return bool(self.counted)
        return settings.counted

    @property
    def settled(self) -> Settled | None:
        """Who may play, if a season or an earlier deal settles the game; None if the host chooses."""
        if self.again is not None:
            return Settled.COMPUTERS
        return None if self.season is None else self.season.settled


class NewPlace(NamedTuple):
    """A table that is being opened: its server and host, and an event for the end of the opening."""

    guild_id: int
    host_id: int
    is_done: asyncio.Event
    """Set once the opening has succeeded or failed."""


class TableLimits(NamedTuple):
    """How many tables may be open at once; 0 for as many as they like."""

    of_person: int = 0
    """Hosted by one person, in all servers."""
    of_server: int = 0


NO_LIMITS: Final = TableLimits()
USUAL: Final = 4
"""Default number of seats."""
USUAL_SETTINGS: Final = ServerSettings()
"""Casual, where neither the host nor the server says otherwise."""


def usual_number(about: About) -> int:
    """Default number of seats: ``USUAL``, or the game's first number if solitaire or not for so many."""
    is_for_four = USUAL in about.seats and about.kind != "patience"
    return USUAL if is_for_four else about.seats[0]


def new_table(
    guild_id: int,
    channel_id: int,
    host: Person,
    wanted: WantedTable,
    at: float,
    settings: ServerSettings = USUAL_SETTINGS,
    kept: tuple[SeatRecord, ...] = (),
) -> TableRecord:
    """An unstored table, its host on the first seat; ``usual_number`` of seats if none is wanted.

    With ``kept`` seats, as of a rematch, the host sits on their own.

    Raises:
        Refused: the game is not for so many, not for turns so long, or has no such level.
        InvalidOption: no such game, or options that do not fit it.
    """
    game = playable_game(wanted.game, wanted.options)
    number = usual_number(game.about) if wanted.seats is None else wanted.seats
    check_number(game.about, number)
    is_counted = wanted.is_counted(settings) and number > 1
    check_turn_hours(wanted.turn_hours, game.about, counted=is_counted)
    if wanted.again is not None:
        kept = wanted.again.kept(host)
    table = TableRecord(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host.id,
        game=game.about.key,
        options=game.changes(),
        seats=kept or (EMPTY,) * number,
        status=Status.LOBBY,
        revision=0,
        message_id=None,
        created_at=at,
        rules_version=NEWEST,
        counted=is_counted,
        leaving=settings.leaving if wanted.season is None else Leaving.FORFEIT,
        turn_hours=wanted.turn_hours,
        allowed=wanted.allowed,
    )
    table = Sit(host).applied_to(table)
    if wanted.level is not None:
        table = ChooseLevel(host.id, wanted.level).applied_to(table)
    return table._replace(settled=wanted.settled)


class Openings:
    """The tables being opened, and the limits on open ones."""

    def __init__(self, tables: Registry, stored: TableStore, limits: TableLimits) -> None:
        self._tables = tables
        self._stored = stored
        self._limits = limits
        self._places: dict[int, NewPlace] = {}

    def __contains__(self, channel_id: int) -> bool:
        """Whether a table is being opened in a channel."""
        return channel_id in self._places

    async def wait_for(self, channel_id: int) -> None:
        """Wait until no table is being opened in a channel."""
        while (place := self._places.get(channel_id)) is not None:
            await place.is_done.wait()

    @contextmanager
    def reserve(self, channel_id: int, guild_id: int, host_id: int) -> Iterator[None]:
        """Reserve a channel while a table is opened there; other openings wait."""
        place = self._places[channel_id] = NewPlace(guild_id, host_id, asyncio.Event())
        try:
            yield
        finally:
            del self._places[channel_id]
            place.is_done.set()

    async def hosted(self, user_id: int) -> int:
        """Number of open tables a user hosts in all servers; 0 if any number is allowed.

        Raises:
            StoreError: that cannot be read now.
        """
        # Asked of the database: other processes may have some of them.
        return await self._stored.number_hosted(user_id) if self._limits.of_person else 0

    def check(self, guild_id: int, host_id: int, hosted: int) -> None:
        """Check that a user, who hosts ``hosted`` tables, may open one more; those being opened count, too.

        Raises:
            Refused: they would be too many; the sentence says what to do.
        """
        opening, limits = self._places.values(), self._limits
        hosted += sum(one.host_id == host_id for one in opening)
        in_server = sum(one.guild_id == guild_id for one in opening) + self._tables.count(guild_id)
        if limits.of_person and hosted >= limits.of_person:
            raise Refused(
                f"You host {counted(hosted, 'open table')}, and that's the most. "
                "Close one with `/rook ask what:close`, then open another."
            )
        if limits.of_server and in_server >= limits.of_server:
            raise Refused(
                f"This server has {counted(in_server, 'open table')}, and that's the most. "
                "One has to close before another opens."
            )

    def check_room(self, guild_id: int, tables: int) -> None:
        """Check that ``tables`` more may be open in a server; those being opened are not counted.

        Raises:
            Refused: they would be too many.
        """
        most, there = self._limits.of_server, self._tables.count(guild_id)
        if most and there + tables > most:
            raise Refused(
                f"That needs {counted(tables, 'table')}. This server has {there} open now, and {most} is the "
                "most. Close some with `/rook ask what:close`, or play with fewer people."
            )
