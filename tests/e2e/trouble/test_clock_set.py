"""The machine's clock is set while the bot runs, or while it is down: all delays stay as long."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.common.clock import GRACE
from tests.database.samples import stored_tables
from tests.e2e.players import Club, Reply, a_club
from tests.e2e.worlds import Seen

HOUR = 3600
DAY = 24 * HOUR
REMINDER, LIMIT = 60, 180


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, pace=30, remind_after=REMINDER, turn_limit=LIMIT, lobby_hours=1) as club:
        yield club


def reminders(club: Club) -> list[Seen]:
    return [seen for seen in club.messages() if "Your turn:" in seen.text()]


def is_player_away(club: Club) -> bool:
    return any(seat.is_away for seat in club.table.record.seats)


async def let_pass(club: Club, seconds: float) -> None:
    await club.world.env.advance_time(seconds)


@pytest.mark.parametrize("step", [-HOUR, HOUR])
async def test_clock_set_while_running_keeps_reminder_and_stand_in_on_time(club: Club, step: int) -> None:
    await club.begin()
    await let_pass(club, 10)
    club.clock_set = step
    await let_pass(club, REMINDER - 15)
    assert not reminders(club)
    await let_pass(club, 10)
    assert len(reminders(club)) == 1
    await let_pass(club, LIMIT - REMINDER - 15)
    assert not is_player_away(club)
    await let_pass(club, 15)
    assert is_player_away(club)


@pytest.mark.parametrize("step", [-HOUR, HOUR])
async def test_clock_set_before_restart_leaves_three_minutes(club: Club, step: int) -> None:
    await club.begin()
    await let_pass(club, 10)
    club.clock_set = step
    await club.restart()
    await let_pass(club, GRACE - 10)
    assert len(reminders(club)) == 1
    assert not is_player_away(club)
    await let_pass(club, 15)
    assert is_player_away(club)


@pytest.mark.parametrize("step", [-HOUR, 2 * HOUR])
async def test_clock_set_while_running_closes_lobby_on_time(club: Club, step: int) -> None:
    await club["Ann"].command("new")
    club.clock_set = step
    await let_pass(club, HOUR - 60)
    assert await stored_tables(club.database)
    await let_pass(club, 120)
    assert not await stored_tables(club.database)


async def test_lobby_expired_during_downtime_stays_open_three_minutes(club: Club) -> None:
    await club["Ann"].command("new")
    club.clock_set = 2 * HOUR
    await club.restart()
    await let_pass(club, GRACE - 10)
    assert await stored_tables(club.database)
    await let_pass(club, 20)
    assert not await stored_tables(club.database)


@pytest.mark.parametrize("step", [-2 * HOUR, 2 * HOUR])
async def test_clock_set_while_running_closes_evening_on_time(club: Club, step: int) -> None:
    actor = club["Ann"].actor
    Reply(
        club.world, await actor.slash(club.world.channel, "night new", kind="progressive", rounds=1, deals=1)
    )
    evenings = club.app.evenings
    [_] = evenings.places()
    club.clock_set = step
    await let_pass(club, DAY - 60)
    await evenings.end_unstarted()
    [_] = evenings.places()
    await let_pass(club, 120)
    await evenings.end_unstarted()
    assert not evenings.places()


async def test_evening_expired_during_downtime_stays_open_three_minutes(club: Club) -> None:
    actor = club["Ann"].actor
    Reply(
        club.world, await actor.slash(club.world.channel, "night new", kind="progressive", rounds=1, deals=1)
    )
    club.clock_set = 2 * DAY
    await club.restart()
    await let_pass(club, GRACE - 10)
    await club.app.evenings.end_unstarted()
    [_] = club.app.evenings.places()
    await let_pass(club, 20)
    await club.app.evenings.end_unstarted()
    assert not club.app.evenings.places()


@pytest.mark.parametrize("step", [-HOUR, HOUR])
async def test_clock_set_while_running_keeps_hand_editable_on_time(club: Club, step: int) -> None:
    await club.begin()
    tokens, ann = club.bot.front.screens.for_handlers.hand_tokens, club["Ann"]
    club.clock_set = step
    await let_pass(club, 10)
    assert tokens.unexpired(club.table.record.id, ann.id) is not None
    await let_pass(club, 15 * 60)
    assert tokens.unexpired(club.table.record.id, ann.id) is None
