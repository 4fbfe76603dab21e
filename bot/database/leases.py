"""Leases: which shards of the bot a process serves, and what it alone does for all of them.

A lease is held by one process of a database at a time, and lost with the database: its holder acts for it
only while ``Database.check_held`` does not raise.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from enum import IntEnum
from typing import Final

from bot.common.background import Background
from bot.common.errors import Displaced, StoreError

ASK_AGAIN: Final = 0.25
"""Seconds between two attempts to be alone, while another process is."""


class Lease(IntEnum):
    """What a process can have a lease of. PostgreSQL's locks are numbered so, for every version alike."""

    SHARD = 0
    """A shard; the lease's number is the shard's."""
    CLERK = 1
    """The work that is done once for all servers."""
    BUCKET = 2
    """A bucket of IDENTIFY; the lease's number is the bucket's."""
    SPARE = 3
    """The next process to take over."""
    LEDGER = 4
    """The ledger of results."""
    FORGETTING = 5
    """The forgetting of a user."""
    COPIES = 6
    """The forgetting of a user in backups: several processes may have one folder of them."""
    COUNT = 7
    """The number of all shards: to agree on it, or to claim shards by it."""


class Leases(ABC):
    """The leases of a database, seen from one process. Every error is a StoreError."""

    are_shared = True
    """Whether other processes may have leases of this database."""

    def __init__(self) -> None:
        self._mine: set[int] = set()
        self._held: set[Lease] = set()
        self._turns = defaultdict[tuple[Lease, int], asyncio.Lock](asyncio.Lock)
        self._freeing = Background()

    @property
    def mine(self) -> frozenset[int]:
        """The shards this process has claimed."""
        return frozenset(self._mine)

    @property
    def number(self) -> int:
        """How many leases this process has: one a shard, one for each other kind."""
        return len(self._mine) + len(self._held)

    async def claim(self, shards: Iterable[int], most: int | None = None) -> frozenset[int]:
        """Claim the free ones of some shards in ascending order, without waiting; returns all of ``mine``.

        Stops at ``most`` shards of this process in all; None for any number. After an error, shards already
        claimed are kept.
        """
        for shard in sorted(set(shards) - self._mine):
            if most is not None and len(self._mine) >= most:
                break
            if await self._take(Lease.SHARD, shard):
                self._mine.add(shard)
        return self.mine

    async def get(self, lease: Lease) -> bool:
        """Get a lease without a number, without waiting; returns whether this process has it now."""
        if lease not in self._held and await self._take(lease, 0):
            self._held.add(lease)
        return lease in self._held

    async def give_up(self, lease: Lease) -> None:
        """Give up a lease without a number, if this process has it."""
        if lease in self._held:
            await self._free(lease, 0)
            self._held.remove(lease)

    @asynccontextmanager
    async def alone(self, lease: Lease, number: int = 0) -> AsyncIterator[None]:
        """Hold a lease in the block: one task of all processes at a time. A dead process releases it.

        Waits for it, asking every ``ASK_AGAIN`` seconds. ``number`` tells several leases of one kind apart.
        """
        turn = self._turns[lease, number]
        await turn.acquire()
        try:
            while not await self._take(lease, number):  # noqa: ASYNC110  (another process frees it)
                await asyncio.sleep(ASK_AGAIN)
            yield
        finally:  # also where taking it failed or was cut off: the database may have granted it
            freeing = self._freeing.begin(self._give_back(lease, number, turn))
            await asyncio.wait([freeing], timeout=ASK_AGAIN)

    async def _give_back(self, lease: Lease, number: int, turn: asyncio.Lock) -> None:
        """Free a lease, again if that fails, and then end this process's turn."""
        try:
            while not await self._is_freed(lease, number):  # noqa: ASYNC110  (the server frees it)
                await asyncio.sleep(ASK_AGAIN)
        finally:
            turn.release()

    async def _is_freed(self, lease: Lease, number: int) -> bool:
        try:
            await self._free(lease, number)
        except StoreError as error:
            return isinstance(error, Displaced)  # a session that was lost holds no lease
        return True

    @abstractmethod
    async def held_by_others(self, lease: Lease = Lease.SHARD) -> frozenset[int]:
        """The numbers of the shards, or of another kind of lease, that other processes hold now."""

    @abstractmethod
    async def number_of_others(self) -> int:
        """How many other processes hold a shard now."""

    @abstractmethod
    async def _take(self, lease: Lease, number: int) -> bool:
        """Take a lease that this process does not have; returns whether it was free."""

    @abstractmethod
    async def _free(self, lease: Lease, number: int) -> None:
        """Free a lease, if this process has it."""


class AllLeases(Leases):
    """The leases of a database that one process holds as a whole, as a SQLite file: every one is free."""

    are_shared = False

    async def held_by_others(self, lease: Lease = Lease.SHARD) -> frozenset[int]:
        """An empty set: no other process has the database."""
        return frozenset()

    async def number_of_others(self) -> int:
        """0: no other process has the database."""
        return 0

    async def _take(self, lease: Lease, number: int) -> bool:
        return True

    async def _free(self, lease: Lease, number: int) -> None:
        pass
