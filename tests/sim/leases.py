"""Leases in memory, for simulated processes: a stand-in that keeps the contract of PostgreSQL's."""

from __future__ import annotations

from bot.database.leases import Lease, Leases


class LeaseBoard:
    """Which simulated process holds which lease of a database."""

    def __init__(self) -> None:
        self.holders: dict[tuple[Lease, int], BoardLeases] = {}


class BoardLeases(Leases):
    """The leases of one simulated process."""

    def __init__(self, board: LeaseBoard) -> None:
        super().__init__()
        self._board = board

    def lose(self) -> None:
        """Free all of them on the board, as a server does for a session that has ended."""
        board = self._board
        board.holders = {lease: holder for lease, holder in board.holders.items() if holder is not self}

    async def held_by_others(self, lease: Lease = Lease.SHARD) -> frozenset[int]:
        held = self._board.holders.items()
        return frozenset(number for (kind, number), one in held if kind is lease and one is not self)

    async def number_of_others(self) -> int:
        held = self._board.holders.items()
        return len({id(one) for (lease, _), one in held if lease is Lease.SHARD and one is not self})

    async def _take(self, lease: Lease, number: int) -> bool:
        return self._board.holders.setdefault((lease, number), self) is self

    async def _free(self, lease: Lease, number: int) -> None:
        del self._board.holders[lease, number]
