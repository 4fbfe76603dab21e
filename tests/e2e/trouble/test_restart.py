"""A restart: another bot on the same database continues everything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.common.clock import GRACE
from bot.models.stored_tables import Status
from bot.table.store.tables import TableStore
from rules.core.actions import Bid
from rules.core.decisions import ChooseCard, ChooseCards, ChooseOption
from tests.e2e.players import Club, a_club
from tests.e2e.secrecy.secrets import check_own_hand, check_screens


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[Club]:
    """Computers take half a minute, players three at most."""
    async with a_club(tmp_path, pace=30, remind_after=60, turn_limit=180) as club:
        yield club


async def test_lobby_and_its_old_buttons_survive_restart(club: Club) -> None:
    ann, bob, cleo, _, _ = club.everyone
    await ann.command("new", game="one_high", target=200)
    await bob.take_seat(3)
    before = await club.snapshot()
    await club.restart()
    assert await club.snapshot() == before
    await cleo.take_seat(2)
    assert "Cleo" in (await club.table_message()).text()
    panel = await ann.press("The whole rule", on=(await ann.press("Set up")).seen)
    assert "to 200" in panel.sentence
    await ann.press("Fill with computers")
    await ann.press("Start")
    check_own_hand(ann)


@pytest.mark.parametrize("kind", [None, ChooseCards, ChooseOption, ChooseCard])
async def test_match_and_its_old_hands_survive_restart(club: Club, kind: type | None) -> None:
    await club.begin()
    await club.play_until(lambda decision: kind is None or isinstance(decision, kind))
    before = await club.snapshot()
    await club.restart()
    assert await club.snapshot() == before
    for player in club.seated:
        check_own_hand(player)
        assert player is club.asked or f"Waiting for {club.asked.name.capitalize()}" in player.hand().text()
    random = Random(2)
    for _ in range(8):
        player = club.asked
        assert player.decision is not None
        await player.answer(club.sensible(player.decision, random))
        check_own_hand(club.asked)  # the stored token has refreshed the hand of the next player
        assert club.asked.hand_buttons() or club.asked.hand().menus()
        check_screens(club)
    await club["Ann"].command("show", what="last trick")
    await club["Ann"].press("Score sheet")
    await club["Ann"].press("More")


async def test_changes_not_shown_before_restart_are_shown_after_it(club: Club) -> None:
    await club.begin()
    bidder = club.asked
    await club.world.env.bot.close()
    await club.app.tables.play.act(club.channel_id, bidder.id, Bid(70))
    assert "70" not in (await club.table_message()).text()
    await club.restart()
    assert "70" in (await club.table_message()).text()


async def test_restart_between_any_steps_leaves_deal_unchanged(club: Club) -> None:
    await club.begin(deals=1)
    random = Random(6)
    for step in range(400):
        if not club.has_table:
            break
        if step % 7 == 0:
            before = await club.snapshot()
            await club.restart()
            assert await club.snapshot() == before
        player = club.asked
        assert player.decision is not None
        await player.answer(club.sensible(player.decision, random))
        check_screens(club)
    assert "🏆" in (await club.table_message()).text()


async def test_bid_in_modal_open_during_restart_counts(club: Club) -> None:
    await club.begin()
    player = club.asked
    shown = await player.press("Another bid …", on=player.hand())
    await club.restart()
    await player.submit(shown, "110")
    assert (await TableStore(club.database).log(club.table.record.id))[-1].action == "bid 110"


async def test_finished_match_stays_finished(club: Club) -> None:
    await club.begin(deals=1)
    table_id = club.table.record.id
    random = Random(5)
    while club.has_table:
        decision = club.asked.decision
        assert decision is not None
        await club.asked.answer(club.sensible(decision, random))
    old = await club.table_message()
    await club.bot.app.stats.ledger.catch_up()
    board = (await club["Ann"].typed("stats leaderboard")).sentence
    await club.restart()
    assert not club.has_table
    assert "No table is open" in (await club["Ann"].press_id(f"rk1:leave:{table_id}:0:", on=old)).sentence
    assert "### Score sheet" in (await club["Ann"].press("Score sheet", on=old)).sentence
    assert not club.has_table
    assert (await club["Ann"].typed("stats leaderboard")).sentence == board
    assert "🏆" in next(seen for seen in club.messages() if seen.id == old.id).text()
    await club["Bob"].press("New table", on=old)
    assert club.table.record.id != table_id
    assert club.table.match.game.changes() == {"deals": 1}
    assert "### Score sheet" in (await club["Ann"].press("Score sheet", on=old)).sentence


async def test_computers_continue_after_restart(slow: Club) -> None:
    ann = slow["Ann"]
    await ann.command("new")
    await ann.press("Fill with computers")
    await ann.press("Start")
    table = slow.table
    if table.computer_to_ask() is None:
        await ann.answer(Bid(70))
    revision = slow.table.revision
    await slow.restart()
    assert slow.table.revision == revision
    await slow.world.env.advance_time(61)
    assert slow.table.revision > revision


async def test_turn_clock_continues_from_its_time_after_restart(slow: Club) -> None:
    await slow.begin()
    asked = slow.asked.seat
    await slow.world.env.advance_time(50)
    await slow.restart()
    await slow.world.env.advance_time(20)
    assert any("Your turn:" in seen.text() for seen in slow.messages())
    await slow.world.env.advance_time(GRACE - 30)
    assert not slow.table.record.seats[asked].is_away, "after a start there are three minutes"
    await slow.world.env.advance_time(11)
    assert slow.table.record.seats[asked].is_away
    assert slow.table.record.status is Status.PLAYING
