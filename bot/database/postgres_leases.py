"""Leases in PostgreSQL: advisory locks of the one session that everything is written through."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot.database.database import Row, Statement, Values
from bot.database.leases import Lease, Leases

FIRST: Final = 0x526F6F6B
"""First number of a lock, to which the lease's is added (ASCII: Rook)."""
TAKE: Final = "SELECT pg_try_advisory_lock(?, ?)"
FREE: Final = "SELECT pg_advisory_unlock(?, ?)"
HELD_BY_OTHERS: Final = """
    SELECT objid::BIGINT, pid FROM pg_locks
    WHERE locktype = 'advisory' AND classid::BIGINT = ? AND granted AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class PostgresLeases(Leases):
    """Leases as advisory locks of the session that writes, in which ``run`` runs a statement."""

    def __init__(self, run: Callable[[Statement], Awaitable[list[Row]]]) -> None:
        super().__init__()
        self._run = run

    async def held_by_others(self, lease: Lease = Lease.SHARD) -> frozenset[int]:
        """The numbers of the shards, or of another kind of lease, that other processes hold now."""
        return frozenset(number for number, _ in await self._others(lease))

    async def number_of_others(self) -> int:
        """How many other processes hold a shard now."""
        return len({session for _, session in await self._others(Lease.SHARD)})

    async def _others(self, lease: Lease) -> list[Row]:
        return await self._run(Statement(HELD_BY_OTHERS, Values((FIRST + lease,))))

    async def _take(self, lease: Lease, number: int) -> bool:
        [[is_taken]] = await self._run(Statement(TAKE, Values((FIRST + lease, number))))
        return bool(is_taken)

    async def _free(self, lease: Lease, number: int) -> None:
        await self._run(Statement(FREE, Values((FIRST + lease, number))))
