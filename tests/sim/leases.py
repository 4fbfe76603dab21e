"""Leases in memory, for simulated processes: a stand-in that keeps the contract of PostgreSQL's."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.database.leases import Leases


class LeaseBoard:
    """Which simulated process holds which lease of a database."""

    def __init__(self) -> None:
        self.shards: dict[int, BoardLeases] = {}
        self.clerk: BoardLeases | None = None
        self.buckets = defaultdict[int, asyncio.Lock](asyncio.Lock)


class BoardLeases(Leases):
    """The leases of one simulated process."""

    def __init__(self, board: LeaseBoard) -> None:
        super().__init__()
        self._board = board

    def lose(self) -> None:
        """Free all of them on the board, as a server does for a session that has ended."""
        self._board.shards = {
            shard: holder for shard, holder in self._board.shards.items() if holder is not self
        }
        if self._board.clerk is self:
            self._board.clerk = None

    async def held_by_others(self) -> frozenset[int]:
        return frozenset(shard for shard, holder in self._board.shards.items() if holder is not self)

    async def _take_shard(self, shard: int) -> bool:
        return self._board.shards.setdefault(shard, self) is self

    async def _free_shard(self, shard: int) -> None:
        del self._board.shards[shard]

    async def _take_clerk(self) -> bool:
        self._board.clerk = self._board.clerk or self
        return self._board.clerk is self

    async def _free_clerk(self) -> None:
        self._board.clerk = None

    @asynccontextmanager
    async def _alone_in(self, bucket: int) -> AsyncIterator[None]:
        async with self._board.buckets[bucket]:
            yield
