"""The budget of requests to Discord: never more than it takes, and whoever has waited longest goes first."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.services.outgoing import Outgoing
from bot.settings import Settings
from tests.virtual_time import run

DISCORDS = 50
"""Requests a second that Discord takes from a bot:
https://discord.com/developers/docs/topics/rate-limits#global-rate-limit"""


async def at_once(outgoing: Outgoing, number: int) -> list[float]:
    """When each of many gets its turn who all want one now."""
    loop = asyncio.get_running_loop()
    turns: list[float] = []

    async def one() -> None:
        await outgoing.turn(loop.time())
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
def test_nothing_of_the_budget_is_wasted(rate: float) -> None:
    turns = run(at_once(Outgoing(rate), 200))
    assert turns == sorted(turns)
    assert turns[-1] == pytest.approx(200 / rate, rel=0.15)


def test_whoever_has_waited_longest_goes_first() -> None:
    async def wanted() -> list[float]:
        outgoing, done = Outgoing(10), list[float]()
        await at_once(outgoing, 1)

        async def one(since: float) -> None:
            await outgoing.turn(since)
            done.append(since)

        sinces = [float(since) for since in range(-40, 0)]
        Random(1).shuffle(sinces)
        await asyncio.gather(*(one(since) for since in sinces))
        return done

    assert run(wanted()) == [float(since) for since in range(-40, 0)]


def test_servers_share_evenly_however_many_wait_in_each() -> None:
    async def served() -> list[int]:
        outgoing, order = Outgoing(10), list[int]()
        await at_once(outgoing, 1)

        async def one(guild_id: int, since: float) -> None:
            await outgoing.turn(since, guild_id)
            order.append(guild_id)

        many = [one(1, -100.0) for _ in range(20)]
        few = [one(guild_id, 0.0) for guild_id in (2, 3) for _ in range(3)]
        await asyncio.gather(*many, *few)
        return order

    order = run(served())
    assert sorted(order[:9]) == [1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_a_server_that_comes_again_and_again_takes_no_turn_from_those_that_wait() -> None:
    async def waits() -> list[float]:
        outgoing, loop = Outgoing(10), asyncio.get_running_loop()
        await at_once(outgoing, 1)
        crowd = [asyncio.create_task(outgoing.turn(loop.time(), 1)) for _ in range(30)]
        turns = []
        for _ in range(10):
            asked_at = loop.time()
            await outgoing.turn(asked_at, 2)
            turns.append(loop.time() - asked_at)
        await asyncio.gather(*crowd)
        return [loop.time(), *turns]

    ended_at, *turns = run(waits())
    assert max(turns) <= 0.31
    assert ended_at == pytest.approx(4, abs=0.3)


def test_who_gives_up_takes_nobodys_turn() -> None:
    async def given_up() -> float:
        outgoing = Outgoing(10)
        await at_once(outgoing, 1)
        waiting = [asyncio.create_task(outgoing.turn(-1)) for _ in range(100)]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        [turn] = await at_once(outgoing, 1)
        return turn

    assert run(given_up()) < 1


def test_a_quiet_time_is_not_saved_up() -> None:
    async def after_an_hour() -> list[float]:
        outgoing = Outgoing(45)
        await at_once(outgoing, 10)
        await asyncio.sleep(3600)
        return await at_once(outgoing, 200)

    assert most_in_a_second(run(after_an_hour())) <= DISCORDS
