"""Consistent snapshots for pages that need several queries."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.database.database import Database
from bot.stats.store.booking import BookingStore


@dataclass(frozen=True, slots=True)
class Moment:
    """The snapshot a page is drawn from."""

    is_counting: bool
    """Whether some results of the server are not in the figures yet."""


class Moments:
    """Opens snapshots of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._store = BookingStore(database)

    @asynccontextmanager
    async def of(self, guild_id: int) -> AsyncIterator[Moment]:
        """Give all reads in the block one snapshot. The block must not write, nor wait for Discord."""
        async with self._database.one_moment():
            yield Moment(await self._store.is_counting(guild_id))
