"""Presses while one process takes over from another: Discord sends each to both, and one answers."""

from __future__ import annotations

import asyncio
from typing import Literal

import pytest

from cogs.dispatch.front import CLAIMED_AFTER
from cogs.ui.refusals import ANSWERED_ALREADY
from tests.e2e.players import Club
from tests.e2e.trouble.test_late_answers import ACCEPTED, first_answers
from tests.e2e.worlds import Call, World

LONG = 5
"""Seconds after which every answer has been given."""


class Awaited(asyncio.Event):
    """An event that the bot waits for while others act."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    async def wait(self) -> Literal[True]:
        await self._world.env.external_wait(super().wait(), reason="another process is on duty")
        return True


@pytest.fixture
async def waiting(club: Club, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A club with a match, and a bot that is connected and not on duty yet."""
    await club.begin()
    monkeypatch.setattr(club.app.duty, "begun", Awaited(club.world))
    return club


async def come_on_duty(club: Club) -> None:
    """Another process has ended, and this one begins."""
    with club.world.as_bot():
        club.app.duty.begun.set()
    await club.world.env.advance_time(LONG)


async def test_press_is_answered_once_the_process_is_on_duty(waiting: Club) -> None:
    player, answers = waiting.asked, len(first_answers(waiting))
    reply = await player.press("My hand")
    assert len(first_answers(waiting)) == answers
    await come_on_duty(waiting)
    assert first_answers(waiting)[answers:] == [ACCEPTED]
    assert "Your hand" in reply.text


async def test_press_that_waits_long_is_acknowledged_in_time(waiting: Club) -> None:
    player, answers = waiting.asked, len(first_answers(waiting))
    reply = await player.press("My hand")
    await waiting.world.env.advance_time(CLAIMED_AFTER)
    assert first_answers(waiting)[answers:] == [ACCEPTED]
    await waiting.world.env.advance_time(LONG)
    assert "Your hand" not in reply.text
    await come_on_duty(waiting)
    assert first_answers(waiting)[answers:] == [ACCEPTED]
    assert "Your hand" in reply.text


async def test_press_that_the_process_before_has_answered_is_left_alone(waiting: Club) -> None:
    player, answers = waiting.asked, len(first_answers(waiting))
    waiting.world.make_fail(Call.ANSWER, status=400, code=ANSWERED_ALREADY)
    reply = await player.press("My hand")
    await come_on_duty(waiting)
    assert first_answers(waiting)[answers:] == [ACCEPTED]
    assert reply.messages == []


async def test_press_is_left_to_the_process_that_has_arrived(club: Club) -> None:
    await club.begin()
    player, answers = club.asked, len(first_answers(club))
    club.app.duty.is_over = True
    await player.press("My hand")
    await player.command("help")
    await club.world.env.advance_time(LONG)
    assert len(first_answers(club)) == answers
