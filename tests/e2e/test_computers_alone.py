"""Tables where only computers play: shown slowly, and paused while nobody looks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.players import Club, a_club

PACE, SLOWLY, ALONE = 10.0, 50.0, 600.0
"""Ten times what is usual: nothing of it passes in real time."""


@pytest.fixture
async def alone(tmp_path: Path) -> AsyncIterator[Club]:
    """Ann has left the table to computers."""
    async with a_club(tmp_path, pace=PACE, quiet_interval=SLOWLY, pause_after=ALONE) as club:
        await club.begin_with_computers()
        await club["Ann"].command("leave")
        yield club


async def acts(club: Club) -> int:
    """How many acts of the match are stored, which wakes nobody."""
    [table] = await club.store.open_tables()
    return len(await club.store.log(table.id))


async def let_pass(club: Club, seconds: float) -> None:
    await club.world.env.advance_time(seconds)


async def text(club: Club) -> str:
    """What stands on the table message, which nobody has to be woken for."""
    [table] = await club.store.open_tables()
    return next(seen.text() for seen in club.messages() if seen.id == table.message_id)


async def test_their_moves_are_shown_slowly(alone: Club) -> None:
    before, moved = len(alone.world.env.http_requests), await acts(alone)
    await let_pass(alone, 30 * PACE)
    edits = [call for call in alone.world.env.http_requests[before:] if call.path.startswith("/channels/")]
    assert await acts(alone) - moved > 20
    assert len(edits) <= 30 * PACE / SLOWLY + 1


async def test_computers_stop_when_nobody_looks_and_the_message_says_how_they_go_on(alone: Club) -> None:
    await let_pass(alone, ALONE + 10 * PACE)
    stopped = await acts(alone)
    assert "**Paused.** Press *My hand* to go on." in await text(alone)
    await let_pass(alone, 10 * ALONE)
    assert await acts(alone) == stopped

    await alone["Eve"].press("Score sheet")
    await let_pass(alone, 20 * PACE)
    assert await acts(alone) > stopped
    assert "Paused" not in await text(alone)


async def test_a_press_now_and_then_keeps_computers_going(alone: Club) -> None:
    for _ in range(5):
        before = await acts(alone)
        await alone["Eve"].press("Score sheet")
        await let_pass(alone, ALONE - 10 * PACE)
        assert await acts(alone) > before
    assert "Paused" not in await text(alone)


async def test_a_paused_table_stays_paused_over_a_restart_and_its_player_takes_the_seat_back(
    alone: Club,
) -> None:
    await let_pass(alone, 6 * ALONE)
    stopped = await acts(alone)
    await alone.restart_asleep()
    await let_pass(alone, 10 * ALONE)
    assert await acts(alone) == stopped

    await alone["Ann"].press("My hand")
    assert not alone.table.record.seats[alone["Ann"].seat].is_away
    await let_pass(alone, 20 * PACE)
    assert await acts(alone) >= stopped
    assert "Paused" not in await text(alone)
