"""Refused requests are counted by all processes of a PostgreSQL database together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import NamedTuple
from unittest.mock import patch

import pytest

from bot.database.database import Database
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from bot.delivery import invalid_requests
from bot.delivery.invalid_requests import InvalidRequests, SharedRefusals
from tests.postgres import PostgresServer

LIMIT = 10


class Process(NamedTuple):
    """A process's count of refused requests."""

    database: Database
    requests: InvalidRequests

    def refuse(self, number: int) -> None:
        """Have Discord refuse some requests of this process."""
        for _ in range(number):
            self.requests.note(403)


@pytest.fixture
async def processes(postgres: PostgresServer) -> AsyncIterator[list[Process]]:
    async with postgres.ready() as name, AsyncExitStack() as opened:
        found = []
        for shard in range(3):
            database = await open_database(postgres.address(name), alone=False)
            opened.push_async_callback(database.close)
            await database.leases.claim([shard])
            requests = InvalidRequests(LIMIT)
            shared = SharedRefusals(requests, database)
            opened.push_async_callback(shared.close)
            found.append(Process(database, requests))
        yield found


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so; raises ``TimeoutError`` if it is not in time."""
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110  (the count tells of no change)
            await asyncio.sleep(0.01)


async def test_refusals_of_all_processes_hold_each_of_them_back(processes: list[Process]) -> None:
    one, other, third = processes
    with patch.object(invalid_requests, "TOLD_EVERY", 0.05):
        one.refuse(4)
        other.refuse(3)
        await until(lambda: third.requests.count == 7)
        assert [process.requests.seconds_left() for process in processes] == [0.0] * 3

        third.refuse(2)
        one.refuse(1)

        await until(lambda: all(process.requests.count == LIMIT for process in processes))
    assert all(process.requests.seconds_left() > 0 for process in processes)


async def test_process_tells_of_a_storm_in_a_few_notices(processes: list[Process]) -> None:
    one, other, _ = processes
    notices = list[str]()
    other.database.listen(invalid_requests.REFUSED, notices.append)
    with patch.object(invalid_requests, "TOLD_EVERY", 0.5):
        for _ in range(100):
            one.refuse(1)
            await asyncio.sleep(0)
        await until(lambda: other.requests.count == 100)
    assert len(notices) == 2


async def test_process_alone_tells_no_one() -> None:
    database = await open_database(IN_MEMORY)
    notices = list[str]()
    database.listen(invalid_requests.REFUSED, notices.append)
    process = Process(database, InvalidRequests(LIMIT))
    shared = SharedRefusals(process.requests, database)

    process.refuse(3)
    await database.notify("end", "")  # stored after what was told before
    await shared.close()
    await database.close()

    assert (process.requests.count, notices) == (3, [])
