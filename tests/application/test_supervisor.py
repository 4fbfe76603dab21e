"""The supervisor restarts the client with growing pauses until it is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.supervisor import FIRST_PAUSE, LONGEST_PAUSE, STEADY_AFTER, supervise
from tests.table.standing_time import StandingTime


class Refused(Exception):
    """An error that a retry cannot mend."""


class Client:
    """A client with scripted runs: each ends after so many seconds, with an error or without."""

    def __init__(self, time: StandingTime, *, lasts: Sequence[float] = (), ends: Exception | None) -> None:
        self._time = time
        self._lasts = iter(lasts)
        self._ends = ends
        self.started: list[float] = []
        self.again = asyncio.Event()

    async def run(self) -> None:
        self.started.append(self._time.now())
        self.again.set()
        self._time.let_pass(next(self._lasts, 0))
        if self._ends:
            raise self._ends


@pytest.fixture
async def time() -> StandingTime:
    return StandingTime()


async def pauses(client: Client, time: StandingTime, number: int) -> list[float]:
    """Seconds the supervisor waits before each of so many restarts."""
    stopping = asyncio.Event()
    supervising = asyncio.create_task(supervise(client.run, fatal=(Refused,), stopping=stopping))
    found = []
    for _ in range(number):
        await client.again.wait()
        client.again.clear()
        for _ in range(10):
            await asyncio.sleep(0)
        ended, waited = time.now(), 0
        while not client.again.is_set():
            waited += 1
            time.let_pass(1)
            for _ in range(10):
                await asyncio.sleep(0)
        found.append(client.started[-1] - ended)
    stopping.set()
    await supervising
    return found


@pytest.mark.parametrize("ends", [OSError("no network"), None], ids=["with an error", "without one"])
async def test_ended_client_is_restarted_after_growing_pauses(
    time: StandingTime, ends: Exception | None
) -> None:
    client = Client(time, ends=ends)

    assert await pauses(client, time, 9) == [5, 10, 20, 40, 80, 160, 300, 300, 300]
    assert (FIRST_PAUSE, LONGEST_PAUSE) == (5, 300)


async def test_steady_run_resets_the_pauses(time: StandingTime) -> None:
    client = Client(time, lasts=[0, 0, STEADY_AFTER + 1, 0, STEADY_AFTER - 1], ends=OSError())

    assert await pauses(client, time, 5) == [5, 10, 5, 10, 20]


async def test_permanent_error_is_raised_at_once(time: StandingTime) -> None:
    client = Client(time, ends=Refused("bad token"))

    with pytest.raises(Refused, match="bad token"):
        await supervise(client.run, fatal=(Refused,), stopping=asyncio.Event())
    assert len(client.started) == 1


async def test_stop_during_pause_ends_at_once(time: StandingTime) -> None:
    client, stopping = Client(time, ends=OSError()), asyncio.Event()
    supervising = asyncio.create_task(supervise(client.run, fatal=(), stopping=stopping))
    await client.again.wait()
    stopping.set()

    await supervising

    assert len(client.started) == 1


async def test_stop_before_start_starts_no_client(time: StandingTime) -> None:
    client, stopping = Client(time, ends=None), asyncio.Event()
    stopping.set()

    await supervise(client.run, fatal=(), stopping=stopping)

    assert client.started == []


async def test_stop_cancels_hanging_client_after_its_cleanup() -> None:
    """discord.py sleeps for minutes between two attempts to connect, deaf to close()."""
    began, stopping, closed = asyncio.Event(), asyncio.Event(), []

    async def run() -> None:
        began.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            await asyncio.sleep(0)
            closed.append("cleanly")

    supervising = asyncio.create_task(supervise(run, fatal=(), stopping=stopping))
    await began.wait()
    stopping.set()
    await supervising

    assert closed == ["cleanly"]


async def test_cancelled_supervisor_cancels_its_client() -> None:
    began, closed = asyncio.Event(), []

    async def run() -> None:
        began.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            closed.append("cleanly")

    supervising = asyncio.create_task(supervise(run, fatal=(), stopping=asyncio.Event()))
    await began.wait()
    supervising.cancel()
    with pytest.raises(asyncio.CancelledError):
        await supervising

    assert closed == ["cleanly"]


async def test_error_while_closing_is_logged_and_ignored(caplog: pytest.LogCaptureFixture) -> None:
    began, stopping = asyncio.Event(), asyncio.Event()

    async def run() -> None:
        began.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            raise OSError("the line is dead")

    supervising = asyncio.create_task(supervise(run, fatal=(), stopping=stopping))
    await began.wait()
    stopping.set()
    await supervising

    assert "the connection to Discord ended (OSError: the line is dead)" in caplog.text
