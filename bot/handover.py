"""How a process gets its shards: free ones, or those of a process that is about to end.

A process has its shards for life. While all are taken it waits as the *spare*. When one is told to stop, it
tells the spare, which connects to Discord for the same shards; Discord then sends every press to both. Once
the spare has arrived the other ends, the spare claims the shards and answers what the other has not.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final, NamedTuple

from bot.common.errors import StoreError
from bot.common.shards import Shards
from bot.database.database import Database
from bot.database.leases import Lease, Leases

log = logging.getLogger(__name__)

LEAVING: Final = "leaving"
"""Kind of the notice of a process that is about to end; the text is its shards."""
ARRIVED: Final = "arrived"
"""Kind of the notice of a spare that is connected for these shards."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks for a free shard."""
CLAIM_EVERY: Final = 0.05
"""Seconds between two attempts to claim the shards of a process that is ending."""
ENDS_WITHIN: Final = 30.0
"""Seconds that a spare waits for the other process to end."""
SPARE: Final = "every shard has a process: this one waits until one is free"
NOT_ENDED: Final = "The process that was to end has not given up its shards. Start this one again."


class NotGivenUp(StoreError):
    """A process that was to end holds its shards on; nothing has changed."""


class Duty:
    """The shards of this process, and what it has begun to do for them and for all."""

    def __init__(self, shards: Shards, leases: Leases) -> None:
        self.shards: Final = shards
        self.leases: Final = leases
        self.begun: Final = asyncio.Event()
        """Set when what was left has been read, and this process serves its shards. Until then another may,
        and presses wait.
        """
        self.is_clerk: Final = asyncio.Event()
        """Set when this process begins to do what one process does for all servers."""


class Post(NamedTuple):
    """What a process is to serve."""

    shards: Shards
    is_served: bool
    """Whether another process serves it, and ends when it hears that this one has arrived."""


class Notices:
    """The last notice of a kind, to wait for."""

    def __init__(self, database: Database, kind: str) -> None:
        self._text: asyncio.Queue[str] = asyncio.Queue()
        database.listen(kind, self._text.put_nowait)

    async def next(self, within: float) -> str | None:
        """The next notice's text; None if none comes within some seconds."""
        try:
            return await asyncio.wait_for(self._text.get(), within)
        except TimeoutError:
            return None

    async def has(self, text: str, within: float) -> bool:
        """Whether a notice with this text comes within some seconds."""
        try:
            async with asyncio.timeout(within):
                while await self._text.get() != text:
                    pass
        except TimeoutError:
            return False
        return True


async def find_post(database: Database, count: int, most: int | None, stopping: asyncio.Event) -> Post | None:
    """Wait for something to serve; None if told to stop first.

    Args:
        database: Its leases say which shards are free.
        count: The number of all shards.
        most: The most shards a process takes; None for all that are free.
        stopping: Set when the process is told to stop.

    Raises:
        StoreError: the database failed.
    """
    leases, leaving, is_told = database.leases, Notices(database, LEAVING), False
    while not stopping.is_set():
        if mine := await leases.claim(range(count), most):
            await leases.give_up(Lease.SPARE)
            return Post(Shards(count, mine), is_served=False)
        if not is_told:
            log.info(SPARE)
            is_told = True
        is_next = await leases.get(Lease.SPARE)
        left = await leaving.next(LOOK_EVERY)
        if left is not None and is_next:
            return Post(Shards(count, _read(left)), is_served=True)
    return None


async def hand_over(database: Database, shards: Shards, limit: float) -> bool:
    """Have the spare connect for these shards, before this process ends; returns whether it has arrived.

    ``limit`` is how many seconds it has to. Without a spare nothing is waited for.
    """
    try:
        if not await database.leases.held_by_others(Lease.SPARE):
            return False
        arrived, text = Notices(database, ARRIVED), _written(shards)
        await database.notify(LEAVING, text)
        log.info("the spare is to take over")
        return await arrived.has(text, limit)
    except StoreError as error:
        log.warning("no other process could be asked to take over: %s", error)
        return False


async def take_over(database: Database, shards: Shards) -> None:
    """Say that this process has arrived, and claim the shards once the other has ended.

    Raises:
        NotGivenUp: the other has not ended in time.
        StoreError: the database failed.
    """
    await database.notify(ARRIVED, _written(shards))
    try:
        async with asyncio.timeout(ENDS_WITHIN):
            while True:
                if await database.leases.claim(shards.mine) == shards.mine:
                    break
                await asyncio.sleep(CLAIM_EVERY)
    except TimeoutError:
        raise NotGivenUp(NOT_ENDED) from None
    await database.leases.give_up(Lease.SPARE)


def _written(shards: Shards) -> str:
    return " ".join(map(str, sorted(shards.mine)))


def _read(text: str) -> frozenset[int]:
    return frozenset(map(int, text.split()))
