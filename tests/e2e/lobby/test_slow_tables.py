"""A slow table: a deal over several days, with chat around it and a restart in between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from cogs.table.messages import OLD_INTERVAL
from tests.e2e.players import Club, Player, a_club

HOURS = 5
"""Seconds between two turns."""
BELOW = 3
"""Number of users' messages after which any other table moves down."""


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, chat_below=BELOW, remind_after=60, turn_limit=180, lobby_hours=24) as club:
        await club.begin(turns=8, deals=1)
        yield club


async def hours_pass(club: Club) -> Player:
    """Let hours pass and users chat; returns the player who is asked then."""
    await club.world.env.advance_time(HOURS * 3600)
    for number in range(BELOW + 1):
        await club["Eve"].actor.send(club.world.channel, f"word {number}")
    with club.world.as_bot():
        await club.load_tables()
    return club.asked


async def take_a_turn(club: Club, random: Random) -> None:
    """Answer from one's hand, hours after the last turn."""
    player = await hours_pass(club)
    await player.press("My hand")
    assert player.decision is not None
    await player.answer(club.sensible(player.decision, random))


async def test_deal_over_days_keeps_one_message_despite_restart(slow: Club) -> None:
    above = await slow.table_message()
    assert "🐢 8 hours a turn" in above.text()
    began, random = slow.now(), Random(3)
    for number in range(8):
        if number == 4:
            await slow.restart_unloaded()
        await take_a_turn(slow, random)
    assert slow.now() - began >= 8 * HOURS * 3600
    assert not any(who.is_away for who in slow.table.record.seats), "a turn may take eight hours"
    assert (await slow.table_message()).id == above.id, "it stays where it is, whoever chats"

    left = await hours_pass(slow)
    await slow.world.env.advance_time((8 - HOURS) * 3600 + 60)
    seat = (await slow.app.tables.reading.shown(slow.channel_id)).seat_of(left.id)
    assert seat is not None
    assert seat.is_away
    await left.press("My hand")
    await slow.play_on(random)
    await slow.world.env.advance_time(OLD_INTERVAL)
    assert "🏆" in (await slow.table_message()).text()
    assert [seen.id for seen in slow.messages() if seen.text()] == [above.id]
