"""Pages that are made of several looks at the database: all of them at one moment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.database.database import Database
from bot.stats.store.booking import BookingStore


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment a page is as of."""

    is_counting: bool
    """Whether results of the server were not in its figures yet."""


class Moments:
    """Moments of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._store = BookingStore(database)

    @asynccontextmanager
    async def of(self, guild_id: int) -> AsyncIterator[Moment]:
        """Have all that is read in the block be as of one moment. It must not write, nor wait for Discord.

        Raises:
            StoreError: the database cannot be read.
        """
        async with self._database.one_moment():
            yield Moment(await self._store.is_counting(guild_id))
