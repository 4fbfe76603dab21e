"""The budget of requests to Discord: never above its rate limit, longest waiting first."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from unittest.mock import patch

import pytest

from bot.common.settings import Settings
from bot.delivery.requests import MOST_UNDER_WAY, STUCK, Outgoing
from tests.virtual_time import run

DISCORDS = 50
"""Requests a second that Discord takes from a bot:
https://discord.com/developers/docs/topics/rate-limits#global-rate-limit"""


async def take_turn(outgoing: Outgoing, since: float, guild_id: int = 0, seconds: float = 0.0) -> None:
    """Make a request that takes ``seconds``."""
    async with outgoing.turn(since, guild_id):
        await asyncio.sleep(seconds)


async def at_once(outgoing: Outgoing, number: int) -> list[float]:
    """Seconds after which each of ``number`` simultaneous requests gets its turn."""
    loop = asyncio.get_running_loop()
    turns: list[float] = []

    async def one() -> None:
        await take_turn(outgoing, loop.time())
        turns.append(loop.time())

    await asyncio.gather(*(one() for _ in range(number)))
    return turns


def most_in_a_second(turns: list[float]) -> int:
    return max(sum(first <= turn < first + 1 for turn in turns) for first in turns)


def test_no_second_has_more_requests_than_discord_takes() -> None:
    rate = Settings(_env_file=None).requests_a_second
    turns = run(at_once(Outgoing(rate), 500))
    assert 44 <= most_in_a_second(turns) <= DISCORDS


@pytest.mark.parametrize("rate", [1.0, 7.5, 45.0])
def test_full_budget_is_used(rate: float) -> None:
    turns = run(at_once(Outgoing(rate), 200))
    assert turns == sorted(turns)
    assert turns[-1] == pytest.approx(200 / rate, rel=0.15)


def test_longest_waiting_request_goes_first() -> None:
    async def wanted() -> list[float]:
        outgoing, done = Outgoing(10), list[float]()
        await at_once(outgoing, 1)

        async def one(since: float) -> None:
            await take_turn(outgoing, since)
            done.append(since)

        sinces = [float(since) for since in range(-40, 0)]
        Random(1).shuffle(sinces)
        await asyncio.gather(*(one(since) for since in sinces))
        return done

    assert run(wanted()) == [float(since) for since in range(-40, 0)]


def test_servers_share_evenly_regardless_of_their_queues() -> None:
    async def served() -> list[int]:
        outgoing, order = Outgoing(10), list[int]()
        await at_once(outgoing, 1)

        async def one(guild_id: int, since: float) -> None:
            await take_turn(outgoing, since, guild_id)
            order.append(guild_id)

        many = [one(1, -100.0) for _ in range(20)]
        few = [one(guild_id, 0.0) for guild_id in (2, 3) for _ in range(3)]
        await asyncio.gather(*many, *few)
        return order

    order = run(served())
    assert sorted(order[:9]) == [1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_returning_server_takes_no_turn_from_those_that_wait() -> None:
    async def waits() -> list[float]:
        outgoing, loop = Outgoing(10), asyncio.get_running_loop()
        await at_once(outgoing, 1)
        crowd = [asyncio.create_task(take_turn(outgoing, loop.time(), 1)) for _ in range(30)]
        turns = []
        for _ in range(10):
            asked_at = loop.time()
            await take_turn(outgoing, asked_at, 2)
            turns.append(loop.time() - asked_at)
        await asyncio.gather(*crowd)
        return [loop.time(), *turns]

    ended_at, *turns = run(waits())
    assert max(turns) <= 0.31
    assert ended_at == pytest.approx(4, abs=0.3)


def test_cancelled_request_takes_no_turn() -> None:
    async def given_up() -> float:
        outgoing = Outgoing(10)
        await at_once(outgoing, 1)
        waiting = [asyncio.create_task(take_turn(outgoing, -1)) for _ in range(100)]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        [turn] = await at_once(outgoing, 1)
        return turn

    assert run(given_up()) < 1


def test_requests_queued_at_once_share_one_timer() -> None:
    """A timer set anew for each looked through the queues of all servers each time: seconds for thousands."""

    async def timers() -> int:
        outgoing, loop = Outgoing(45), asyncio.get_running_loop()
        with patch.object(loop, "call_later", wraps=loop.call_later) as call_later:
            waiting = [asyncio.create_task(take_turn(outgoing, 0.0, guild_id)) for guild_id in range(1000)]
            await asyncio.sleep(0)
            found = call_later.call_count
        for task in waiting:
            task.cancel()
        return found

    assert run(timers()) == 1


def test_unused_budget_is_not_saved_up() -> None:
    async def after_an_hour() -> list[float]:
        outgoing = Outgoing(45)
        await at_once(outgoing, 10)
        await asyncio.sleep(3600)
        return await at_once(outgoing, 200)

    assert most_in_a_second(run(after_an_hour())) <= DISCORDS


# Requests in flight -----------------------------------------------------------------------------


class StillDiscord:
    """A Discord that is silent for a while, and then answers the backlog at 50 requests a second."""

    def __init__(self, still_from: float, still_for: float, round_trip: float = 0.08) -> None:
        self.refused = self.under_way = self.most_under_way = 0
        self._still = still_from, still_from + still_for
        self._round_trip = round_trip
        self._taken: list[float] = []

    async def request(self) -> None:
        """Make a request; a refused one is retried after a second."""
        loop = asyncio.get_running_loop()
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        begins, ends = self._still
        while True:
            if begins <= loop.time() < ends:
                await asyncio.sleep(ends - loop.time())
            now = loop.time()
            if sum(taken > now - 1 for taken in self._taken) < DISCORDS:
                break
            self.refused += 1
            await asyncio.sleep(1)
        self._taken.append(now)
        await asyncio.sleep(self._round_trip)
        self.under_way -= 1


async def requests_all_due(discord: StillDiscord, number: int) -> float:
    """Make ``number`` requests of 40 servers, all due at once; returns when the last one was answered."""
    outgoing = Outgoing(Settings(_env_file=None).requests_a_second)

    async def one(guild_id: int) -> None:
        async with outgoing.turn(0.0, guild_id):
            await discord.request()

    await asyncio.gather(*(one(number % 40) for number in range(number)))
    return asyncio.get_running_loop().time()


@pytest.mark.parametrize("still_for", [0.5, 1, 4, 60])
@pytest.mark.parametrize("round_trip", [0.01, 0.08, 0.2])
def test_requests_due_while_discord_is_down_draw_at_most_ten_refusals(
    still_for: float, round_trip: float
) -> None:
    discord = StillDiscord(2.0, still_for, round_trip)
    run(requests_all_due(discord, 400))
    assert discord.refused <= 10


def test_requests_in_flight_are_bounded_without_cost_on_a_usual_line() -> None:
    discord = StillDiscord(0.0, 0.0, 0.2)
    ended_at = run(requests_all_due(discord, 400))
    assert discord.most_under_way == MOST_UNDER_WAY
    assert ended_at == pytest.approx(400 / 45, rel=0.1)


def test_requests_stuck_for_long_let_others_pass() -> None:
    async def passes_at() -> float:
        outgoing = Outgoing(45)
        stuck = [asyncio.create_task(take_turn(outgoing, 0.0, seconds=600)) for _ in range(MOST_UNDER_WAY)]
        await asyncio.sleep(1)
        async with outgoing.turn(1.0):
            passed_at = asyncio.get_running_loop().time()
        for task in stuck:
            task.cancel()
        return passed_at

    assert run(passes_at()) == pytest.approx(STUCK, abs=1)


def test_end_of_slow_requests_serves_the_next_once_the_budget_lasts() -> None:
    """Each costs a second turn, so none is left at their end; the timer was set for the first to be stuck."""

    async def passes_at() -> float:
        outgoing = Outgoing(10)
        lengths = (12 - number / 100 for number in range(MOST_UNDER_WAY))
        slow = [asyncio.create_task(take_turn(outgoing, 0.0, seconds=seconds)) for seconds in lengths]
        await asyncio.sleep(2)
        async with outgoing.turn(2.0):
            passed_at = asyncio.get_running_loop().time()
        await asyncio.gather(*slow)
        return passed_at

    assert run(passes_at()) == pytest.approx(13, abs=0.1)


def test_turn_given_to_a_task_cancelled_before_it_runs_is_returned() -> None:
    async def given_back() -> float:
        outgoing = Outgoing(1000)
        for _ in range(3 * MOST_UNDER_WAY):
            task = asyncio.create_task(take_turn(outgoing, 0.0))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
        [turn] = await at_once(outgoing, 1)
        return turn

    assert run(given_back()) < 1


def test_failed_request_gives_its_turn_back() -> None:
    async def fail(outgoing: Outgoing) -> None:
        with suppress(OSError):
            async with outgoing.turn(0.0):
                raise OSError

    async def given_back() -> float:
        outgoing = Outgoing(1000)
        for _ in range(3 * MOST_UNDER_WAY):
            await fail(outgoing)
        [turn] = await at_once(outgoing, 1)
        return turn

    assert run(given_back()) < 1
