"""Leases in memory, for simulated processes: a stand-in that keeps the contract of PostgreSQL's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.database.leases import Lease, Leases


async def _at_once() -> None:
    """Take no time."""


class LeaseBoard:
    """Which simulated process holds which lease of a database."""

    def __init__(self) -> None:
        self.holders: dict[tuple[Lease, int], BoardLeases] = {}


class BoardLeases(Leases):
    """The leases of one simulated process."""

    def __init__(self, board: LeaseBoard, reach: Callable[[], Awaitable[None]] = _at_once) -> None:
        """``reach`` is awaited before each access; it raises a ``StoreError`` once the session has ended."""
        super().__init__()
        self._board = board
        self._reach = reach

    def holds(self, lease: Lease, number: int = 0) -> bool:
        """Whether the board has a lease as theirs: false as soon as it is lost."""
        return self._board.holders.get((lease, number)) is self

    def lose(self) -> None:
        """Free all of them on the board, as a server does for a session that has ended."""
        board = self._board
        board.holders = {lease: holder for lease, holder in board.holders.items() if holder is not self}

    async def held_by_others(self, lease: Lease = Lease.SHARD) -> frozenset[int]:
        await self._reach()
        held = self._board.holders.items()
        return frozenset(number for (kind, number), one in held if kind is lease and one is not self)

    async def number_of_others(self) -> int:
        await self._reach()
        held = self._board.holders.items()
        return len({id(one) for (lease, _), one in held if lease is Lease.SHARD and one is not self})

    async def _take(self, lease: Lease, number: int) -> bool:
        await self._reach()
        return self._board.holders.setdefault((lease, number), self) is self

    async def _free(self, lease: Lease, number: int) -> None:
        await self._reach()
        if self.holds(lease, number):
            del self._board.holders[lease, number]
