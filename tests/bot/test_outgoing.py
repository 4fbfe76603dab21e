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
