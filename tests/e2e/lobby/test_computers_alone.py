"""A match that everybody has left: shown slowly at first, then it waits until one of them is back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
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
    [table] = await TableStore(club.database).open_tables()
    return len(await TableStore(club.database).log(table.id))


async def let_pass(club: Club, seconds: float) -> None:
    await club.world.env.advance_time(seconds)


async def text(club: Club) -> str:
    """What stands on the table message, which nobody has to be woken for."""
    [table] = await TableStore(club.database).open_tables()
    return next(seen.text() for seen in club.messages() if seen.id == table.message_id)


async def test_their_moves_are_shown_slowly(alone: Club) -> None:
    before, moved = len(alone.world.env.http_requests), await acts(alone)
    await let_pass(alone, 30 * PACE)
    edits = [call for call in alone.world.env.http_requests[before:] if call.path.startswith("/channels/")]
    assert await acts(alone) - moved > 20
    assert len(edits) <= 30 * PACE / SLOWLY + 1


async def test_the_match_waits_for_its_players_and_for_nobody_else(alone: Club) -> None:
    await let_pass(alone, ALONE + 10 * PACE)
    stopped = await acts(alone)
    assert "Everyone has left, so the match waits. *My hand* takes your seat back." in await text(alone)
    assert "The match ends <t:" in await text(alone)
    await alone["Eve"].press("Score sheet")
    await let_pass(alone, 10 * ALONE)
    assert await acts(alone) == stopped, "whoever looks on does not have computers play it to its end"

    await alone["Ann"].press("My hand")
    assert not alone.table.clock.is_paused
    await let_pass(alone, 6 * PACE)
    assert alone.asked is alone["Ann"]
    assert "Everyone has left" not in await text(alone)


async def test_whoever_is_the_last_to_leave_reads_that_the_match_waits(tmp_path: Path) -> None:
    async with a_club(tmp_path, pace=PACE, pause_after=ALONE) as club:
        ann, *others = club.everyone[:4]
        await club.begin(counted=True)
        assert "**Leave**: a computer plays for you." in (await ann.press("More")).text
        for other in others:
            await other.command("leave")
        assert "**Leave**: the match waits." in (await ann.press("More")).text
        assert "the match waits" in (await ann.command("leave")).sentence


async def test_after_a_week_the_match_is_closed_and_the_channel_says_so(alone: Club) -> None:
    table_id = alone.table.record.id
    message_id = alone.table.record.message_id
    await let_pass(alone, 8 * 24 * 3600)
    assert not alone.has_table
    shown = next(seen for seen in alone.messages() if seen.id == message_id)
    assert "No one came back, so the match ended with no winner." in shown.text()
    assert await ResultStore(alone.database).match(table_id) is None


async def test_whoever_is_alone_is_asked_once_before_the_match_ends(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Eve")) as club:
        ann = club["Ann"]
        await club.begin_with_computers()
        asked = await ann.command("close")
        assert "No one else is here, so it ends at once, with no winner." in asked.sentence
        assert club.has_table
        ended = await ann.press("End the match", on=asked.seen)
        assert not club.has_table
        for said in (ended.text, (await club.table_message()).text()):
            assert f"<@{ann.id}> ended the match, with no winner." in said
            assert "agree" not in said


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
    assert "Everyone has left" not in await text(alone)
