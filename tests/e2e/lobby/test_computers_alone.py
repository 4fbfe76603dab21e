"""A match that all players have left: shown slowly at first, then paused until one of them returns."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from tests.database.samples import stored_tables
from tests.e2e.players import Club, a_club

PACE, SLOWLY, ALONE = 10.0, 50.0, 600.0
"""Ten times the usual delay, which never passes in real time."""


@pytest.fixture
async def alone(tmp_path: Path) -> AsyncIterator[Club]:
    """A club with one player, Ann, who has left the table to computers."""
    async with a_club(tmp_path, pace=PACE, quiet_interval=SLOWLY, pause_after=ALONE) as club:
        await club.begin_with_computers()
        await club["Ann"].command("leave")
        yield club


async def acts(club: Club) -> int:
    """Number of stored acts of the match; leaves the table unloaded."""
    [table] = await stored_tables(club.database)
    return len(await TableStore(club.database).log(table.id))


async def let_pass(club: Club, seconds: float) -> None:
    await club.world.env.advance_time(seconds)


async def text(club: Club) -> str:
    """Text of the table message; leaves the table unloaded."""
    [table] = await stored_tables(club.database)
    return next(seen.text() for seen in club.messages() if seen.id == table.message_id)


async def test_moves_of_remaining_computers_are_shown_slowly(alone: Club) -> None:
    before, moved = len(alone.world.env.http_requests), await acts(alone)
    await let_pass(alone, 30 * PACE)
    edits = [call for call in alone.world.env.http_requests[before:] if call.path.startswith("/channels/")]
    assert await acts(alone) - moved > 20
    assert len(edits) <= 30 * PACE / SLOWLY + 1


async def test_abandoned_match_waits_for_its_players_only(alone: Club) -> None:
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


async def test_last_player_to_leave_reads_that_match_waits(tmp_path: Path) -> None:
    async with a_club(tmp_path, pace=PACE, pause_after=ALONE) as club:
        ann, *others = club.everyone[:4]
        await club.begin(counted=True)
        assert "**Leave**: a computer plays for you." in (await ann.press("More")).text
        for other in others:
            await other.command("leave")
        assert "**Leave**: the match waits." in (await ann.press("More")).text
        assert "the match waits" in (await ann.command("leave")).sentence


async def test_abandoned_match_closes_after_a_week_with_notice(alone: Club) -> None:
    table_id = alone.table.record.id
    message_id = alone.table.record.message_id
    await let_pass(alone, 8 * 24 * 3600)
    assert not alone.has_table
    shown = next(seen for seen in alone.messages() if seen.id == message_id)
    assert "No one came back, so the match ended with no winner." in shown.text()
    assert await ResultStore(alone.database).match(table_id) is None


async def test_lone_player_is_asked_once_before_match_ends(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Eve")) as club:
        ann = club["Ann"]
        await club.begin_with_computers()
        asked = await ann.command("ask", what="close")
        assert "No one else is here, so it ends at once, with no winner." in asked.sentence
        assert club.has_table
        ended = await ann.press("End the match", on=asked.seen)
        assert not club.has_table
        for said in (ended.text, (await club.table_message()).text()):
            assert f"<@{ann.id}> ended the match, with no winner." in said
            assert "agree" not in said


async def test_paused_table_survives_restart_and_player_returns(
    alone: Club,
) -> None:
    await let_pass(alone, 6 * ALONE)
    stopped = await acts(alone)
    await alone.restart_unloaded()
    await let_pass(alone, 10 * ALONE)
    assert await acts(alone) == stopped

    await alone["Ann"].press("My hand")
    assert not alone.table.record.seats[alone["Ann"].seat].is_away
    await let_pass(alone, 20 * PACE)
    assert await acts(alone) >= stopped
    assert "Everyone has left" not in await text(alone)
