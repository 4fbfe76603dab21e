"""Tables that could not be stored: one test write for all of them, and all are retried once it succeeds."""

from __future__ import annotations

import asyncio

import pytest

from bot.table.alarms import BETWEEN, RETRY_AFTER, StoreRetries
from tests.table.stage import some_turns_of_the_loop
from tests.table.standing_time import StandingTime

TABLES = 3_000


class Disk:
    """A disk that is full until it is cleared; counts the test writes."""

    def __init__(self) -> None:
        self.is_full = True
        self.tests = 0

    async def can_store(self) -> bool:
        self.tests += 1
        return not self.is_full


async def writes_after(time: StandingTime, disk: Disk, seconds: float) -> int:
    """Number of test writes so far, once ``seconds`` have passed."""
    time.let_pass(seconds)
    await some_turns_of_the_loop()
    return disk.tests


@pytest.fixture
def disk() -> Disk:
    return Disk()


async def test_one_test_write_is_made_for_all_waiting_tables(time: StandingTime, disk: Disk) -> None:
    retried: dict[int, float] = {}
    retries = StoreRetries(disk.can_store, retried.__setitem__)
    for table in range(TABLES):
        retries.add(table)
    await some_turns_of_the_loop()
    assert [await writes_after(time, disk, RETRY_AFTER) for _ in range(3)] == [1, 2, 3]
    assert not retried

    disk.is_full = False

    assert await writes_after(time, disk, RETRY_AFTER) == 4
    assert retried == {table: pytest.approx(table * BETWEEN) for table in range(TABLES)}
    assert await writes_after(time, disk, 10 * RETRY_AFTER) == 4, "none waits any more"


async def test_table_that_fails_again_is_retried_again(time: StandingTime, disk: Disk) -> None:
    disk.is_full = False
    retried: list[int] = []
    retries = StoreRetries(disk.can_store, lambda table, _: retried.append(table))
    for number in range(1, 4):
        retries.add(7)
        await some_turns_of_the_loop()
        await writes_after(time, disk, RETRY_AFTER)
        assert retried == [7] * number


async def test_closed_retries_make_no_test_write(time: StandingTime, disk: Disk) -> None:
    retries = StoreRetries(disk.can_store, lambda *_: None)
    retries.add(7)
    await asyncio.sleep(0)
    await retries.close()
    assert await writes_after(time, disk, 10 * RETRY_AFTER) == 0
