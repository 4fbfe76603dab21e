"""Opening a table: its game, number of seats and limits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.models.endings import Leaving
from bot.models.stored import SeatRecord, ServerSettings, Status, TableRecord
from bot.table.desk.open_tables import Registry
from bot.table.lobby.before_match import EMPTY, Person, check_number
from bot.table.lobby.choosing import check_turn_hours
from bot.table.lobby.computers import ChooseLevel
from bot.table.lobby.seating import Sit
from bot.table.store.tables import TableStore
from bot.table.wanted_table import WantedTable
from rules.catalog import playable_game
from rules.core.about import About
from rules.core.words import counted
from rules.versions import NEWEST


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

    def check(self, hosted: int, in_server: int) -> None:
        """Check that the limits allow one more table.

        Raises:
            Refused: it would be one too many; the sentence says what to do.
        """
        if self.of_person and hosted >= self.of_person:
            raise Refused(
                f"You host {counted(hosted, 'open table')}, and that's the most. "
                "Close one with `/rook ask what:close`, then open another."
            )
        if self.of_server and in_server >= self.of_server:
            raise Refused(
                f"This server has {counted(in_server, 'open table')}, and that's the most. "
                "One has to close before another opens."
            )


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
            Refused: they would be too many.
        """
        opening = self._places.values()
        hosted += sum(one.host_id == host_id for one in opening)
        in_server = sum(one.guild_id == guild_id for one in opening) + self._tables.count(guild_id)
        self._limits.check(hosted, in_server)

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
