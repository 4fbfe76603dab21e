"""Leases of shards and of the clerk, and turns in a bucket: one contract for every kind of database.

And a process that hangs loses them, with its session, before it can write again.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from multiprocessing import Pipe
from pathlib import Path
from time import monotonic, sleep

import pytest

from bot.common.errors import Displaced, StoreError
from bot.database.database import Database, Statement
from bot.database.leases import Lease, Leases
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from tests.database.lease_holder import hold_and_write
from tests.database.line import lost
from tests.forked import begin
from tests.postgres import PostgresServer
from tests.sim.leases import BoardLeases, LeaseBoard

pytestmark = pytest.mark.usefixtures("short_waits")
LEASE = 1.5
"""Seconds of a short lease."""

OpenLeases = Callable[[], Awaitable[Leases]]
"""Starts one more process on the same database; returns its leases."""


@pytest.fixture(params=["memory", "file", "postgres", "stand-in"])
async def leases(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Leases]:
    """The leases of the only process of a database, of each kind in turn."""
    if request.param == "stand-in":
        yield BoardLeases(LeaseBoard())
    elif request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        async with server.ready() as name:
            database = await open_database(server.address(name), alone=False)
            yield database.leases
            await database.close()
    else:
        database = await open_database(IN_MEMORY if request.param == "memory" else path)
        yield database.leases
        await database.close()


@pytest.fixture
async def on_server(postgres: PostgresServer, name: str) -> AsyncIterator[OpenLeases]:
    async with AsyncExitStack() as opened:

        async def start() -> Leases:
            database = await open_database(postgres.address(name), alone=False)
            opened.push_async_callback(database.close)
            return database.leases

        yield start


@pytest.fixture(params=["postgres", "stand-in"])
def start(request: pytest.FixtureRequest) -> OpenLeases:
    """Starts processes on one database, of each kind that takes several."""
    if request.param == "postgres":
        on_server: OpenLeases = request.getfixturevalue("on_server")
        return on_server
    board = LeaseBoard()

    async def start() -> Leases:
        return BoardLeases(board)

    return start


async def test_only_process_gets_every_shard_it_wants_and_the_clerks_lease(leases: Leases) -> None:
    assert (leases.mine, leases.number) == (frozenset(), 0)
    assert await leases.claim({4, 0, 2}, most=2) == {0, 2}
    assert await leases.claim(range(3), most=2) == {0, 2}
    assert await leases.claim(range(3)) == {0, 1, 2} == leases.mine
    assert await leases.get(Lease.CLERK)
    assert await leases.get(Lease.CLERK), "it has it already"
    assert await leases.held_by_others() == frozenset()
    assert leases.number == 4
    await leases.give_up(Lease.CLERK)
    assert leases.number == 3


async def test_tasks_of_a_process_take_turns_in_a_bucket(leases: Leases) -> None:
    inside = most = 0

    async def identify() -> None:
        nonlocal inside, most
        async with leases.alone(Lease.BUCKET, 0):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    async with leases.alone(Lease.BUCKET, 1):
        await asyncio.gather(*(identify() for _ in range(5)))
    assert most == 1


async def test_lease_that_is_granted_to_a_task_that_was_cut_off_is_free_again(
    start: OpenLeases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the session held it to its end, and every other process waited for it."""
    first, second = await start(), await start()
    take, is_granted = first._take, asyncio.Event()

    async def take_without_answer(lease: Lease, number: int) -> bool:
        await take(lease, number)
        is_granted.set()
        await asyncio.Event().wait()
        return True

    async def book(leases: Leases) -> None:
        async with leases.alone(Lease.LEDGER):
            pass

    monkeypatch.setattr(first, "_take", take_without_answer)
    booking = asyncio.create_task(book(first))
    await is_granted.wait()
    booking.cancel()
    await asyncio.wait_for(book(second), 5)
    monkeypatch.undo()
    await asyncio.wait_for(book(first), 5)


async def test_lease_that_could_not_be_freed_is_freed_later(
    start: OpenLeases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: one answer that came too late, and the lease was held as long as the session."""
    first, second = await start(), await start()
    free, tries = first._free, 0

    async def free_at_second_try(lease: Lease, number: int) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise StoreError("busy")
        await free(lease, number)

    monkeypatch.setattr(first, "_free", free_at_second_try)
    async with first.alone(Lease.LEDGER):
        pass
    async with asyncio.timeout(5), second.alone(Lease.LEDGER):
        assert tries == 2
    async with asyncio.timeout(5), first.alone(Lease.LEDGER):
        pass


async def test_shard_and_clerks_lease_are_held_by_one_process_at_a_time(start: OpenLeases) -> None:
    first, second, third = await start(), await start(), await start()

    assert await first.claim(range(6), most=3) == {0, 1, 2}
    assert await second.claim(range(6), most=3) == {3, 4, 5}
    assert await third.claim(range(6), most=3) == frozenset()
    assert [await one.get(Lease.CLERK) for one in (second, first, third)] == [True, False, False]
    assert await third.held_by_others() == {0, 1, 2, 3, 4, 5}
    assert await first.held_by_others() == {3, 4, 5}

    await second.give_up(Lease.CLERK)
    assert [await one.get(Lease.CLERK) for one in (third, second)] == [True, False]


async def test_lease_got_twice_is_free_once_given_up(start: OpenLeases) -> None:
    first, second = await start(), await start()
    for _ in range(2):
        await first.get(Lease.CLERK)
    await first.give_up(Lease.CLERK)

    assert await second.get(Lease.CLERK)


async def test_processes_take_turns_in_a_bucket_and_share_none_of_the_others(start: OpenLeases) -> None:
    first, second = await start(), await start()
    entered = asyncio.Event()

    async def identify() -> None:
        async with second.alone(Lease.BUCKET, 0):
            entered.set()

    async with first.alone(Lease.BUCKET, 0):
        waiting = asyncio.create_task(identify())
        async with second.alone(Lease.BUCKET, 1):
            pass
        assert not entered.is_set()
    await waiting


async def test_process_alone_on_a_database_and_others_keep_each_other_out(
    postgres: PostgresServer, name: str
) -> None:
    shared = [await open_database(postgres.address(name), alone=False) for _ in range(2)]
    with pytest.raises(StoreError, match="Another Rookery is using"):
        await open_database(postgres.address(name))
    for database in shared:
        await database.close()
    alone = await open_database(postgres.address(name))
    with pytest.raises(StoreError, match="Another Rookery is using"):
        await open_database(postgres.address(name), alone=False)
    await alone.close()


async def test_closed_session_frees_its_leases(postgres: PostgresServer, name: str) -> None:
    first = await open_database(postgres.address(name), alone=False)
    second = await open_database(postgres.address(name), alone=False)
    await first.leases.claim({0})
    await first.close()

    assert await second.leases.claim({0}) == {0}
    await second.close()


async def test_well_process_keeps_its_session_while_it_has_nothing_to_do(
    postgres: PostgresServer, name: str
) -> None:
    database = await open_database(postgres.address(name), alone=False, lease=0.6)
    await database.leases.claim({0})
    began = monotonic()
    sessions = "SELECT state_change FROM pg_stat_activity WHERE application_name = 'rookery' AND datname = $1"
    seen = set()
    while monotonic() - began < 2:
        seen.update(await postgres.rows(sessions, "postgres", name))
    database.check_held()
    assert len(seen) > 5
    await database.close()


async def test_idle_session_is_ended_by_the_server_and_that_is_noticed_at_once(
    postgres: PostgresServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.database.postgres.KEEP_IN_LEASE", 0.1)
    database = await open_database(postgres.address(name), alone=False, lease=0.3)
    await lost(database)
    with pytest.raises(Displaced, match="was lost, and the hold on the database with it"):
        await database.leases.claim({0})
    await database.close()


async def test_process_that_stood_still_past_its_lease_knows_before_it_reads_that_from_the_server(
    postgres: PostgresServer, name: str
) -> None:
    database = await open_database(postgres.address(name), alone=False, lease=0.3)
    database.check_held()
    sleep(0.4)  # noqa: ASYNC251  (the whole process stands still)
    with pytest.raises(Displaced, match="was lost, and the hold on the database with it"):
        database.check_held()
    await database.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGKILL])
async def test_process_that_stops_or_dies_loses_its_leases_and_writes_nothing_more(
    postgres: PostgresServer, name: str, how: signal.Signals
) -> None:
    heard, said = Pipe(duplex=False)
    process = begin(hold_and_write, postgres.address(name), LEASE, said)
    said.close()
    assert process.pid is not None
    try:
        table_id = await asyncio.to_thread(heard.recv)
        while await asyncio.to_thread(heard.recv) < 20:
            pass
        successor = await open_database(postgres.address(name), alone=False, lease=LEASE)
        assert await successor.leases.claim(range(2)) == frozenset()
        os.kill(process.pid, how)
        began = monotonic()
        while await successor.leases.claim(range(2)) != {0, 1} or not await successor.leases.get(Lease.CLERK):
            assert monotonic() - began < LEASE + 1
            await asyncio.sleep(0.01)
        written = await revisions(successor, table_id)
    finally:
        if how == signal.SIGSTOP:
            os.kill(process.pid, signal.SIGCONT)
    rest = await asyncio.to_thread(all_said, heard)
    await asyncio.to_thread(process.join)

    assert await revisions(successor, table_id) == written
    if how == signal.SIGSTOP:
        assert rest[-1] == "Displaced"
        assert all(one in written for one in rest if isinstance(one, int))
    await successor.close()


async def revisions(database: Database, table_id: int) -> list[int]:
    rows = await database.read(Statement(f"SELECT revision FROM actions WHERE table_id = {table_id}"))
    return [revision for [revision] in rows]


def all_said(heard: object) -> list[object]:
    """What a process still sends until its end."""
    rest: list[object] = []
    try:
        while True:
            rest.append(heard.recv())  # type: ignore[attr-defined]
    except (EOFError, OSError):
        return rest


# Notices


async def test_notice_reaches_every_listener_of_its_kind_even_after_one_that_fails(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[str] = []
    done = asyncio.Event()
    database.listen("settings", lambda _: 1 / 0)
    database.listen("settings", heard.append)
    database.listen("other", heard.append)
    database.listen("end", lambda _: done.set())
    for text in ("501", "", "502 with more"):
        await database.notify("settings", text)
    await database.notify("end", "")
    await asyncio.wait_for(done.wait(), 5)

    assert heard == ["501", "", "502 with more"]
    assert "ZeroDivisionError" in caplog.text


async def test_notice_reaches_other_processes_of_the_same_database_only(
    postgres: PostgresServer, name: str
) -> None:
    async with postgres.ready() as other:
        here, there, elsewhere = [
            await open_database(postgres.address(one), alone=False) for one in (name, name, other)
        ]
        heard: list[tuple[str, str]] = []
        done = asyncio.Event()
        for who, database in (("here", here), ("there", there), ("elsewhere", elsewhere)):
            database.listen("forgotten", lambda text, who=who: heard.append((who, text)))  # type: ignore[misc]
        there.listen("end", lambda _: done.set())
        await elsewhere.notify("forgotten", "9")
        await here.notify("forgotten", "1001")
        await here.notify("end", "")
        await asyncio.wait_for(done.wait(), 5)
        for database in (here, there, elsewhere):
            await database.close()

    assert sorted(one for one in heard if one[1] == "1001") == [("here", "1001"), ("there", "1001")]
    assert not {one for one in heard if one[1] == "9"} - {("elsewhere", "9")}
