"""Leases: which shards of the bot a process serves, and which process is the clerk.

A lease is held by one process of a database at a time, and lost with the database: its holder acts for it
only while ``Database.check_held`` does not raise.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager


class Leases(ABC):
    """The leases of a database, seen from one process. Every error is a StoreError."""

    def __init__(self) -> None:
        self._mine: set[int] = set()
        self._is_clerk = False
        self._buckets = defaultdict[int, asyncio.Lock](asyncio.Lock)

    @property
    def mine(self) -> frozenset[int]:
        """The shards this process has claimed and not released."""
        return frozenset(self._mine)

    @property
    def is_clerk(self) -> bool:
        """Whether this process has claimed the clerk's lease: one process works for all servers."""
        return self._is_clerk

    async def claim(self, shards: Iterable[int], most: int | None = None) -> frozenset[int]:
        """Claim the free ones of some shards in ascending order, without waiting; returns all of ``mine``.

        Stops at ``most`` shards of this process in all; None for any number.

        Raises:
            StoreError: the database failed; shards already claimed are kept.
        """
        for shard in sorted(set(shards) - self._mine):
            if most is not None and len(self._mine) >= most:
                break
            if await self._take_shard(shard):
                self._mine.add(shard)
        return self.mine

    async def release(self, shards: Iterable[int]) -> None:
        """Release those shards that this process holds.

        Raises:
            StoreError: the database failed.
        """
        for shard in sorted(self._mine.intersection(shards)):
            await self._free_shard(shard)
            self._mine.remove(shard)

    async def claim_clerk(self) -> bool:
        """Claim the clerk's lease, without waiting; returns whether this process holds it now.

        Raises:
            StoreError: the database failed.
        """
        self._is_clerk = self._is_clerk or await self._take_clerk()
        return self._is_clerk

    async def release_clerk(self) -> None:
        """Release the clerk's lease, if this process holds it.

        Raises:
            StoreError: the database failed.
        """
        if self._is_clerk:
            await self._free_clerk()
            self._is_clerk = False

    @asynccontextmanager
    async def identifying(self, bucket: int) -> AsyncIterator[None]:
        """Wait until no other task of any process is in the block for a bucket of IDENTIFY.

        The caller stays in it as long as Discord wants between two of a bucket. A dead process leaves it.

        Raises:
            StoreError: the database failed.
        """
        async with self._buckets[bucket], self._alone_in(bucket):
            yield

    @abstractmethod
    async def held_by_others(self) -> frozenset[int]:
        """The shards that other processes hold now.

        Raises:
            StoreError: the database failed.
        """

    @abstractmethod
    async def _take_shard(self, shard: int) -> bool: ...

    @abstractmethod
    async def _free_shard(self, shard: int) -> None: ...

    @abstractmethod
    async def _take_clerk(self) -> bool: ...

    @abstractmethod
    async def _free_clerk(self) -> None: ...

    @abstractmethod
    def _alone_in(self, bucket: int) -> AbstractAsyncContextManager[None]:
        """Keep the tasks of other processes out of a bucket; those of this one wait already."""


class AllLeases(Leases):
    """The leases of a database that one process holds as a whole, as a SQLite file: every one is free."""

    async def held_by_others(self) -> frozenset[int]:
        """No shards."""
        return frozenset()

    async def _take_shard(self, shard: int) -> bool:
        return True

    async def _free_shard(self, shard: int) -> None:
        pass

    async def _take_clerk(self) -> bool:
        return True

    async def _free_clerk(self) -> None:
        pass

    @asynccontextmanager
    async def _alone_in(self, bucket: int) -> AsyncIterator[None]:
        yield
