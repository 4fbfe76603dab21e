"""Leases in PostgreSQL: advisory locks of the one session that everything is written through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from bot.common.errors import StoreError
from bot.database.database import Row, Statement, Values
from bot.database.leases import Leases

SHARDS: Final = 0x526F6F6B
"""First number of the lock of a shard (ASCII: Rook); the second is the shard's."""
CLERK: Final = (SHARDS + 1, 0)
BUCKETS: Final = SHARDS + 2
"""First number of the lock of a bucket of IDENTIFY; the second is the bucket's."""
ASK_AGAIN: Final = 0.25
"""Seconds between two attempts to get into a bucket, which is held for about five."""
TAKE: Final = "SELECT pg_try_advisory_lock(?, ?)"
FREE: Final = "SELECT pg_advisory_unlock(?, ?)"
HELD_BY_OTHERS: Final = """
    SELECT objid::BIGINT FROM pg_locks
    WHERE locktype = 'advisory' AND classid::BIGINT = ? AND granted AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class PostgresLeases(Leases):
    """Advisory locks. ``run`` runs a statement in the writing session, and checks that it is still that."""

    def __init__(self, run: Callable[[Statement], Awaitable[list[Row]]]) -> None:
        super().__init__()
        self._run = run

    async def held_by_others(self) -> frozenset[int]:
        """The shards that other processes hold now."""
        return frozenset(shard for [shard] in await self._run(Statement(HELD_BY_OTHERS, Values((SHARDS,)))))

    async def _take_shard(self, shard: int) -> bool:
        return await self._take(SHARDS, shard)

    async def _free_shard(self, shard: int) -> None:
        await self._free(SHARDS, shard)

    async def _take_clerk(self) -> bool:
        return await self._take(*CLERK)

    async def _free_clerk(self) -> None:
        await self._free(*CLERK)

    @asynccontextmanager
    async def _alone_in(self, bucket: int) -> AsyncIterator[None]:
        while not await self._take(BUCKETS, bucket):  # noqa: ASYNC110  (another process frees it)
            await asyncio.sleep(ASK_AGAIN)
        try:
            yield
        finally:
            with suppress(StoreError):  # a session that was lost holds no lock
                await self._free(BUCKETS, bucket)

    async def _take(self, kind: int, number: int) -> bool:
        [[is_taken]] = await self._run(Statement(TAKE, Values((kind, number))))
        return bool(is_taken)

    async def _free(self, kind: int, number: int) -> None:
        await self._run(Statement(FREE, Values((kind, number))))
