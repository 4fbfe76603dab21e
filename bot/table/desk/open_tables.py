"""The open tables, one a channel, loaded or not, and the last finished ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.models.stored_tables import UnloadedTable
from bot.table.desk.table import Table

MOST_FINISHED: Final = 50
"""Tables over that are kept in memory, so that people may look back; the oldest go first."""


class Quarantined(NamedTuple):
    """The ids of a quarantined table and its channel; the open, unreadable table stays as stored."""

    id: int
    channel_id: int


class Registry:
    """Loaded, unloaded, quarantined and last finished tables, by channel and by id. Reads no database."""

    def __init__(self) -> None:
        # By channel; only this class changes them.
        self.loaded: Final[dict[int, Table]] = {}
        self.unloaded: Final[dict[int, UnloadedTable]] = {}
        self.quarantined: Final[dict[int, Quarantined]] = {}
        self.finished: Final[dict[int, Table]] = {}
        """The table that was last played in each channel, as far as it is still in memory."""
        self._channels: dict[int, int] = {}

    def __iter__(self) -> Iterator[Table]:
        """The open tables that are in memory."""
        return iter(tuple(self.loaded.values()))

    def __len__(self) -> int:
        """How many tables are open."""
        return len(self._channels)

    def __contains__(self, channel_id: int) -> bool:
        """Whether a channel has an open table, be it one that cannot be read."""
        return channel_id in self.loaded or channel_id in self.unloaded or channel_id in self.quarantined

    def count(self, guild_id: int) -> int:
        """Number of open tables of a server; quarantined ones are left out."""
        loaded = sum(table.record.guild_id == guild_id for table in self)
        return loaded + sum(one.guild_id == guild_id for one in self.unloaded.values())

    @property
    def unloaded_tables(self) -> tuple[UnloadedTable, ...]:
        """Index entries of the unloaded open tables."""
        return tuple(self.unloaded.values())

    def channel_of(self, table_id: int) -> int | None:
        """The channel of an open table, loaded or not; None if unknown or quarantined."""
        return self._channels.get(table_id)

    def find(self, table_id: int) -> Table | None:
        """An open table by its id, if it is in memory; else None."""
        channel_id = self._channels.get(table_id)
        return None if channel_id is None else self.loaded.get(channel_id)

    def in_memory(self, table_id: int) -> Table | None:
        """A table by its id, open or over, if it is in memory; else None."""
        over = (table for table in self.finished.values() if table.record.id == table_id)
        return self.find(table_id) or next(over, None)

    @property
    def quarantined_tables(self) -> tuple[Quarantined, ...]:
        """The tables that cannot be read, one a channel."""
        return tuple(self.quarantined.values())

    def quarantine(self, table: Quarantined) -> None:
        """Quarantine a table: its channel gets no other until it is repaired or closed."""
        self.loaded.pop(table.channel_id, None)
        self.unloaded.pop(table.channel_id, None)
        self._channels.pop(table.id, None)
        self.quarantined[table.channel_id] = table

    def release(self, table: Quarantined) -> None:
        """Take a table out of quarantine, without registering it as loaded."""
        self.quarantined.pop(table.channel_id, None)

    def id_at(self, channel_id: int) -> int | None:
        """The id of the open table of a channel, loaded or not; None without one or if quarantined."""
        if channel_id in self.loaded:
            return self.loaded[channel_id].record.id
        return self.unloaded[channel_id].table_id if channel_id in self.unloaded else None

    def keep(self, table: Table) -> None:
        """Register an open table as loaded."""
        self.loaded[table.record.channel_id] = table
        self._channels[table.record.id] = table.record.channel_id
        self.unloaded.pop(table.record.channel_id, None)
        self.finished.pop(table.record.channel_id, None)

    def unload(self, unloaded: UnloadedTable) -> None:
        """Replace an open table with its index entry."""
        self.loaded.pop(unloaded.channel_id, None)
        self.unloaded[unloaded.channel_id] = unloaded
        self._channels[unloaded.table_id] = unloaded.channel_id

    def forget_finished(self) -> None:
        """Drop all cached finished tables: their rows have changed."""
        self.finished.clear()

    def move_to_finished(self, table: Table) -> None:
        """Move a table that is over to the cache of finished ones; the last ``MOST_FINISHED`` stay."""
        self.loaded.pop(table.record.channel_id, None)
        self._channels.pop(table.record.id, None)
        self.finished[table.record.channel_id] = table
        if len(self.finished) > MOST_FINISHED:
            del self.finished[next(iter(self.finished))]
