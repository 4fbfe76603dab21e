"""Which tables there are: the open ones, one a channel, and those that were last played there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.errors import NewerTable, NoTable, TableSetAside
from bot.play.table import Table

MOST_FINISHED: Final = 1000
"""Tables over that are kept in memory, so that people may look back; the oldest go first."""


class SetAside(NamedTuple):
    """An open table that cannot be read: it is kept as it is stored."""

    id: int
    channel_id: int


class Registry:
    """The tables in memory. Only the manager adds and removes any."""

    def __init__(self) -> None:
        self._open: dict[int, Table] = {}
        self._channels: dict[int, int] = {}
        self._finished: dict[int, Table] = {}
        self._newer: set[int] = set()
        """Channels whose table a newer version of the bot has played at."""
        self._set_aside: dict[int, SetAside] = {}

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._open.values()))

    def __len__(self) -> int:
        return len(self._open)

    def __contains__(self, channel_id: int) -> bool:
        return channel_id in self._open

    def find(self, table_id: int) -> Table | None:
        """An open table by its id."""
        channel_id = self._channels.get(table_id)
        return None if channel_id is None else self._open.get(channel_id)

    def in_memory(self, table_id: int) -> Table | None:
        """A table by its id, open or over."""
        over = (table for table in self._finished.values() if table.record.id == table_id)
        return self.find(table_id) or next(over, None)

    def at(self, channel_id: int) -> Table:
        """The open table of a channel.

        Raises:
            NoTable: there is none.
            NewerTable: there is one that this version of the bot can't read.
            TableSetAside: there is one that cannot be read.
        """
        self.check_newer(channel_id)
        table = self._open.get(channel_id)
        if table is not None:
            return table
        if channel_id in self._set_aside:
            raise TableSetAside
        raise NoTable

    @property
    def all_set_aside(self) -> tuple[SetAside, ...]:
        """The tables that cannot be read, one a channel."""
        return tuple(self._set_aside.values())

    def set_aside_at(self, channel_id: int) -> SetAside | None:
        """The table of a channel that cannot be read, if that has one."""
        return self._set_aside.get(channel_id)

    def set_aside(self, table: SetAside) -> None:
        """Know of a table that cannot be read: its channel gets no other until it is repaired or closed."""
        self._open.pop(table.channel_id, None)
        self._channels.pop(table.id, None)
        self._set_aside[table.channel_id] = table

    def let_go(self, table: SetAside) -> None:
        """Forget of a table that it was set aside."""
        self._set_aside.pop(table.channel_id, None)

    def check_newer(self, channel_id: int) -> None:
        """Make sure that a channel has no table that this version of the bot can't read.

        Raises:
            NewerTable: it has.
        """
        if channel_id in self._newer:
            raise NewerTable

    def leave_alone(self, channel_id: int) -> None:
        """Note that a newer version of the bot has played at the table of a channel."""
        self._newer.add(channel_id)

    def latest(self, channel_id: int) -> Table | None:
        """The open table of a channel, else the one that was last played there."""
        return self._open.get(channel_id) or self._finished.get(channel_id)

    def keep(self, table: Table) -> None:
        """Take up an open table."""
        self._open[table.record.channel_id] = table
        self._channels[table.record.id] = table.record.channel_id
        self._finished.pop(table.record.channel_id, None)

    def put_away(self, table: Table) -> None:
        """Keep a table that is over for those who look back."""
        self._open.pop(table.record.channel_id, None)
        self._channels.pop(table.record.id, None)
        self._finished[table.record.channel_id] = table
        if len(self._finished) > MOST_FINISHED:
            del self._finished[next(iter(self._finished))]
