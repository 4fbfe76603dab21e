"""How processes of one PostgreSQL database get their shards, and hand them over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from bot.common.errors import StoreError
from bot.common.settings import SettingsError
from bot.common.shards import Shards
from bot.database.database import Database
from bot.database.leases import Lease
from bot.database.opening import open_database
from bot.database.remembered import Remembered, remember
from bot.handover import NotGivenUp, find_post, hand_over, take_over
from bot.maintenance.upkeep import Upkeep
from bot.shard_count import agree_on_shards
from tests.postgres import PostgresServer

Start = Callable[[], Awaitable[Database]]
LIMIT = 30.0


@pytest.fixture
async def start(postgres: PostgresServer, name: str) -> AsyncIterator[Start]:
    """Starts one more process on the same database, for three shards in all."""
    async with AsyncExitStack() as opened:
        first = await open_database(postgres.address(name))
        await Upkeep(first).note_shard_count(3)
        await first.close()

        async def start() -> Database:
            database = await open_database(postgres.address(name), alone=False)
            opened.push_async_callback(database.close)
            return database

        yield start


async def serving(start: Start, count: int = 3, most: int | None = None) -> tuple[Database, Shards]:
    """A process, and the shards it has got."""
    database = await start()
    return database, await shards_got(database, count, most)


async def shards_got(database: Database, count: int, most: int | None = None) -> Shards:
    """The free shards that a process has got."""
    post = await find_post(database, count, most, asyncio.Event())
    assert post is not None
    assert not post.is_served
    return post.shards


async def spare_of(database: Database) -> None:
    """Wait until another process waits as the spare."""
    while not await database.leases.held_by_others(Lease.SPARE):
        pass


async def test_processes_share_the_shards_up_to_the_most_of_each(start: Start) -> None:
    _, first = await serving(start, most=2)
    _, second = await serving(start, most=2)
    assert (first, second) == (Shards(3, frozenset({0, 1})), Shards(3, frozenset({2})))


async def test_spare_gets_the_shards_of_a_process_that_ends_without_a_word(start: Start) -> None:
    first, shards = await serving(start)
    waiting = asyncio.create_task(find_post(await start(), 3, None, asyncio.Event()))
    await spare_of(first)
    await first.close()
    post = await waiting
    assert post is not None
    assert (post.shards, post.is_served) == (shards, False)


async def test_spare_arrives_before_the_process_ends_that_is_told_to_stop(start: Start) -> None:
    first, shards = await serving(start)
    second = await start()
    waiting = asyncio.create_task(find_post(second, 3, None, asyncio.Event()))
    await spare_of(first)
    leaving = asyncio.create_task(hand_over(first, shards, LIMIT))
    post = await waiting
    assert post is not None
    assert (post.shards, post.is_served) == (shards, True)
    assert not leaving.done()
    arriving = asyncio.create_task(take_over(second, post.shards))
    assert await leaving
    assert not arriving.done()
    assert not second.leases.mine
    await first.close()
    await arriving
    assert second.leases.mine == shards.mine
    assert second.leases.number == len(shards.mine)


async def test_process_without_a_spare_ends_at_once(start: Start) -> None:
    first, shards = await serving(start)
    assert not await asyncio.wait_for(hand_over(first, shards, LIMIT), 5)


async def test_process_ends_though_the_spare_does_not_arrive(start: Start) -> None:
    first, shards = await serving(start)
    waiting = asyncio.create_task(find_post(await start(), 3, None, asyncio.Event()))
    await spare_of(first)
    assert not await hand_over(first, shards, 0.1)
    await waiting


async def test_next_spare_takes_over_when_the_one_that_was_told_has_ended(start: Start) -> None:
    """Bug: who was told to stop waited its whole minute for a spare that had been killed."""
    first, shards = await serving(start)
    told, following = await start(), await start()
    waiting = asyncio.create_task(find_post(told, 3, None, asyncio.Event()))
    await spare_of(first)
    leaving = asyncio.create_task(hand_over(first, shards, LIMIT))
    await waiting
    await told.close()
    post = await asyncio.wait_for(find_post(following, 3, None, asyncio.Event()), 5)
    assert post is not None
    assert (post.shards, post.is_served) == (shards, True)
    arriving = asyncio.create_task(take_over(following, post.shards))
    assert await leaving
    await first.close()
    await arriving


async def test_spare_does_not_hear_what_was_meant_for_the_one_before(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, shards = await serving(start)
    told, following = await start(), await start()
    waiting = asyncio.create_task(find_post(told, 3, None, asyncio.Event()))
    await spare_of(first)
    asking, is_over, stopping, get = asyncio.Event(), asyncio.Event(), asyncio.Event(), following.leases.get

    async def get_late(lease: Lease) -> bool:
        asking.set()
        await is_over.wait()
        return await get(lease)

    monkeypatch.setattr(following.leases, "get", get_late)
    next_waiting = asyncio.create_task(find_post(following, 3, None, stopping))
    await asking.wait()
    leaving = asyncio.create_task(hand_over(first, shards, LIMIT))
    post = await waiting
    assert post is not None
    arriving = asyncio.create_task(take_over(told, post.shards))
    assert await leaving
    await first.close()
    await arriving
    is_over.set()
    await spare_of(told)
    stopping.set()
    assert await next_waiting is None


async def test_second_spare_stays_a_spare_when_one_process_leaves(start: Start) -> None:
    first, shards = await serving(start)
    second, third = await start(), await start()
    stopping = asyncio.Event()
    one = asyncio.create_task(find_post(second, 3, None, asyncio.Event()))
    await spare_of(first)
    other = asyncio.create_task(find_post(third, 3, None, stopping))
    leaving = asyncio.create_task(hand_over(first, shards, LIMIT))
    assert (await one) is not None
    stopping.set()
    assert await other is None
    leaving.cancel()


async def test_spare_gives_up_on_a_process_that_does_not_end(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.handover.ENDS_WITHIN", 0.2)
    _, shards = await serving(start)
    with pytest.raises(NotGivenUp, match="has not given up"):
        await take_over(await start(), shards)


async def test_spare_waits_on_while_the_server_is_busy(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, a busy server ended the spare, and with it the hand-over it was there for."""
    first, shards = await serving(start)
    second, failed = await start(), asyncio.Event()

    async def fail(*_: object) -> frozenset[int]:
        failed.set()
        raise StoreError("busy")

    monkeypatch.setattr(second.leases, "claim", fail)
    waiting = asyncio.create_task(find_post(second, 3, None, asyncio.Event()))
    await failed.wait()
    monkeypatch.undo()
    await first.close()
    post = await waiting
    assert post is not None
    assert post.shards == shards


async def test_arrived_spare_claims_on_while_the_server_is_busy(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: one query that failed ended the spare when the other process had left already."""
    first, shards = await serving(start)
    spare, failed = await start(), asyncio.Event()

    async def fail(*_: object) -> frozenset[int]:
        failed.set()
        raise StoreError("busy")

    monkeypatch.setattr(spare.leases, "claim", fail)
    arriving = asyncio.create_task(take_over(spare, shards))
    await failed.wait()
    monkeypatch.undo()
    await first.close()
    await arriving
    assert spare.leases.mine == shards.mine


async def test_spare_that_is_told_to_stop_stops(start: Start) -> None:
    first, _ = await serving(start)
    stopping = asyncio.Event()
    waiting = asyncio.create_task(find_post(await start(), 3, None, stopping))
    await spare_of(first)
    stopping.set()
    assert await waiting is None


async def test_process_that_stands_still_in_a_write_refuses_none_of_another(start: Start) -> None:
    """Bug: all tested with the same row, so that the other's acts were refused along with its own test."""
    (first, _), (second, _) = await serving(start, most=1), await serving(start, most=1)
    async with first.transaction() as run:
        await run(remember(f"store.written.{min(first.leases.mine)}", value=True))
        assert await Remembered(second).is_writable()


async def test_process_with_a_database_that_hangs_ends_soon(start: Start) -> None:
    first, shards = await serving(start)
    async with first.transaction():  # nothing else is answered until it ends
        assert not await asyncio.wait_for(hand_over(first, shards, LIMIT), 1.5)


# The number of all shards


async def agreed(database: Database, recommended: int) -> int:
    """The number that a process which starts has agreed on, while Discord recommends another."""

    async def ask() -> int:
        return recommended

    return await agree_on_shards(database, None, ask)


async def test_number_that_discord_refused_is_replaced_once_no_process_has_it(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: one of two processes, closed with code 4011, took shards of another number at once."""
    monkeypatch.setattr("bot.shard_count.LOOK_EVERY", 0.01)
    (refused, _), (other, _) = await serving(start, most=1), await serving(start, most=1)
    await Upkeep(refused).note_shard_count(None)
    await refused.close()
    agreeing = asyncio.create_task(agreed(await start(), 5))
    done, _ = await asyncio.wait([agreeing], timeout=0.2)
    assert not done
    await other.close()
    assert await agreeing == 5


async def test_process_takes_no_shard_of_a_number_that_another_has_replaced(start: Start) -> None:
    """Bug: of two that started at once one could not reach Discord, and took a shard of another number."""
    first, second = await start(), await start()
    await Upkeep(first).note_shard_count(None)
    assert (await agreed(first, 2), await agreed(second, 5)) == (2, 5)
    with pytest.raises(SettingsError, match="number of shards has changed"):
        await find_post(first, 2, None, asyncio.Event())
    assert not first.leases.mine
    assert await shards_got(second, 5) == Shards.all(5)


async def test_spare_connected_for_shards_of_a_replaced_number_takes_none(start: Start) -> None:
    spare = await start()
    await Upkeep(spare).note_shard_count(5)
    with pytest.raises(SettingsError, match="number of shards has changed"):
        await take_over(spare, Shards.all(3))
    assert not spare.leases.mine
