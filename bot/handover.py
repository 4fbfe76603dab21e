"""How a process gets its shards: free ones, or those of a process that is about to end.

A process has its shards for life. While all are taken it waits as the *spare*. One that is told to stop tells
the spare, again if another has followed it, until it has arrived: connected to Discord for the same shards.
Discord sends every press to both then. The other ends, and the spare claims the shards and answers the rest.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final, NamedTuple

from bot.common.errors import StoreError
from bot.common.shards import Shards
from bot.database.database import Database
from bot.database.leases import Lease, Leases
from bot.shard_count import claim

log = logging.getLogger(__name__)

LEAVING: Final = "leaving"
"""Kind of the notice of a process that is about to end; the text is its shards."""
ARRIVED: Final = "arrived"
"""Kind of the notice of a spare that is connected for these shards."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks for a free shard, and between two notices to the spare."""
CLAIM_EVERY: Final = 0.05
"""Seconds between two attempts to claim the shards of a process that is ending."""
TOLD_WITHIN: Final = 0.5
"""Seconds in which the database says whether there is a spare."""
ENDS_WITHIN: Final = 30.0
"""Seconds that a spare waits for the other process to end."""
SPARE: Final = "every shard has a process: this one waits until one is free"
NOT_ENDED: Final = "The process that was to end has not given up its shards. Start this one again."


class NotTakenOver(StoreError):
    """The spare could not take over, or only in part; it has to be started again."""


class NotGivenUp(StoreError):
    """The process that was about to end has not released its shards in time; it still serves them."""


class Duty:
    """The shards and leases of this process, and events for the start of its work."""

    def __init__(self, shards: Shards, leases: Leases) -> None:
        self.shards: Final = shards
        self.leases: Final = leases
        self.begun: Final = asyncio.Event()
        """Set when what was left has been read, and this process serves its shards. Until then another may,
        and presses wait.
        """
        self.is_over = False
        """Whether another process has arrived for these shards: every new press is its own."""
        self.is_clerk: Final = asyncio.Event()
        """Set when this process begins to do what one process does for all servers."""


class Post(NamedTuple):
    """The shards a process has got, by ``find_post``."""

    shards: Shards
    is_served: bool
    """Whether another process serves it, and ends when it hears that this one has arrived."""


class Notices:
    """A queue of the notices of one kind, from its construction on."""

    def __init__(self, database: Database, kind: str) -> None:
        self._text: asyncio.Queue[str] = asyncio.Queue()
        database.listen(kind, self._text.put_nowait)

    async def next(self, within: float) -> str | None:
        """The text of the oldest unread notice; None if none comes within ``within`` seconds."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._text.get(), within)
        return None


async def find_post(database: Database, count: int, most: int | None, stopping: asyncio.Event) -> Post | None:
    """Claim free shards; while there are none, wait as the spare for those of a process that ends.

    Returns None if ``stopping`` is set first.

    Args:
        database: Its leases say which shards are free.
        count: The number of all shards.
        most: The most shards a process takes; None for all that are free.
        stopping: Set when the process is told to stop.

    Raises:
        Displaced: the database was lost.
        SettingsError: all processes have another number of shards now.
    """
    leases, is_told = database.leases, False
    leaving: Notices | None = None  # since this process is the spare: earlier ones are for the spare before
    while not stopping.is_set():
        try:
            if mine := await claim(database, Shards.all(count), most):
                await leases.give_up(Lease.SPARE)
                return Post(Shards(count, mine), is_served=False)
            if leaving is None and await leases.get(Lease.SPARE):
                leaving = Notices(database, LEAVING)
        except StoreError as error:  # a busy server is asked again
            database.check_held()
            log.warning("it is not known whether a shard is free: %s", error)
        if not is_told:
            log.info(SPARE)
            is_told = True
        left = await (asyncio.sleep(LOOK_EVERY) if leaving is None else leaving.next(LOOK_EVERY))
        if left is not None:
            return Post(Shards(count, frozenset(map(int, left.split()))), is_served=True)
    return None


async def hand_over(database: Database, shards: Shards, limit: float) -> bool:
    """Have the spare connect for these shards, before this process ends; returns whether it has arrived.

    Waits at most ``limit`` seconds. False at once without a spare; an error of the database is logged.
    """
    try:
        async with asyncio.timeout(TOLD_WITHIN):  # a database that hangs must not delay a stop
            if not await database.leases.held_by_others(Lease.SPARE):
                return False
        arrived, text = Notices(database, ARRIVED), _written(shards)
        log.info("the spare is to take over")
        async with asyncio.timeout(limit):
            await database.notify(LEAVING, text)
            while await arrived.next(LOOK_EVERY) != text:
                await _tell_again(database, text)
        return True
    except (StoreError, TimeoutError) as error:
        log.warning("no other process could be asked to take over: %s", str(error) or "no answer")
        return False


async def take_over(database: Database, shards: Shards) -> None:
    """As the spare, say that this process is connected; claim the shards once the other process ends.

    Raises:
        NotGivenUp: the other has not ended in time.
        SettingsError: all processes have another number of shards now.
        StoreError: the database failed.
    """
    await database.notify(ARRIVED, _written(shards))
    try:
        async with asyncio.timeout(ENDS_WITHIN):
            while not await _has_claimed(database, shards):  # noqa: ASYNC110  (the other's to free)
                await asyncio.sleep(CLAIM_EVERY)
    except TimeoutError:
        raise NotGivenUp(NOT_ENDED) from None
    await database.leases.give_up(Lease.SPARE)


async def _has_claimed(database: Database, shards: Shards) -> bool:
    try:
        return await claim(database, shards) == shards.mine
    except StoreError as error:  # a busy server is asked again
        database.check_held()
        log.warning("it is not known whether a shard is free: %s", error)
        return False


async def _tell_again(database: Database, text: str) -> None:
    try:
        await database.notify(LEAVING, text)
    except StoreError:  # a busy server is asked again
        database.check_held()


def _written(shards: Shards) -> str:
    return " ".join(map(str, sorted(shards.mine)))
