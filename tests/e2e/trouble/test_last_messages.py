"""The end of a match is never lost to its players, and a channel has one live message."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.delivery.requests import Outgoing
from bot.models.stored import Status
from bot.table.store.shown_messages import ShownStore
from bot.table.store.tables import TableStore
from cogs.ui.refusals import WOKEN_AFTER
from tests.e2e.players import Club, a_club
from tests.e2e.worlds import Call, Seen

SOON = 5
"""Seconds after which what can be shown is shown."""


@pytest.fixture
async def unhurried(tmp_path: Path) -> AsyncIterator[Club]:
    """Table messages are edited as seldom as in earnest, and people are reminded after a minute."""
    async with a_club(tmp_path, edit_interval=1.1, remind_after=60) as club:
        yield club


async def begin(club: Club, **options: int) -> Seen:
    """Start a match as soon as the table shows that it can be; nobody looks at the hand.

    Gives the table message.
    """
    await club.sit_down(**options)
    await club.world.env.advance_time(SOON)
    await club["Ann"].press("Start")
    return await club.table_message()


def now(club: Club, seen: Seen) -> str:
    """What a message says now."""
    return next((one.text() for one in club.messages() if one.id == seen.id), "")


def live(club: Club) -> list[Seen]:
    """The messages of the channel on which the match can be gone on with."""
    return [seen for seen in club.messages() if {"My hand", "Start"} & set(seen.buttons())]


async def test_a_polite_stop_right_after_the_last_card_shows_the_result(unhurried: Club) -> None:
    message = await begin(unhurried, deals=1)
    await unhurried.play_on()
    await unhurried.world.env.bot.close()
    assert "🏆" in now(unhurried, message)


@pytest.mark.parametrize("permission", ["view_channel", "send_messages"])
async def test_a_result_that_could_not_be_shown_is_when_the_right_comes_back(
    club: Club, permission: str
) -> None:
    message = await begin(club, deals=1)
    await club.world.forbid_bot(**{permission: False})
    await club.play_on()
    await club.world.env.settle()
    assert ("🏆" in now(club, message)) == (permission == "send_messages")
    await club.world.forbid_bot()
    assert "🏆" in now(club, message)
    assert live(club) == []


async def test_a_result_is_shown_by_the_next_start_though_the_table_is_closed(club: Club) -> None:
    message = await begin(club, deals=1)
    club.world.make_fail(Call.EDIT_MESSAGE, status=503, times=None)
    await club.play_on()
    await club.world.env.settle()
    await club.world.env.bot.close()
    club.world.be_well_again()
    await club.restart()
    assert "🏆" in now(club, message)


async def test_after_an_outage_the_result_is_there_soon(club: Club) -> None:
    message = await begin(club, deals=1)
    club.world.make_fail(Call.EDIT_MESSAGE, status=503, times=None)
    await club.play_on()
    await club.world.env.advance_time(50)
    club.world.be_well_again()
    await club.world.env.advance_time(SOON)
    assert "🏆" in now(club, message)


async def test_a_new_table_does_not_keep_the_result_of_the_old_one_back(unhurried: Club) -> None:
    message = await begin(unhurried, deals=1)
    await unhurried.play_on()
    await unhurried["Ann"].command("new")
    await unhurried.world.env.advance_time(SOON)
    assert "🏆" in now(unhurried, message)
    assert (await unhurried.table_message()).buttons()["Start"]


async def test_my_hand_on_a_match_that_is_over_tells_the_result(club: Club) -> None:
    message = await begin(club, deals=1)
    club.world.make_fail(Call.EDIT_MESSAGE, status=403, code=50001, times=None)
    await club.play_on()
    await club.world.env.settle()
    await club.restart()
    club.world.be_well_again()
    reply = await club["Bob"].press("My hand", on=message)
    assert "That match is over." in reply.sentence
    assert "🏆" in reply.sentence
    await club.world.env.advance_time(WOKEN_AFTER)
    assert "🏆" in now(club, message)  # and what was pressed is mended


async def test_a_message_that_was_moved_and_not_deleted_then_is_by_the_next_start(club: Club) -> None:
    first = await begin(club)
    club.world.make_fail(Call.DELETE_MESSAGE, status=503, times=None)
    await club["Ann"].command("table")
    assert first.id in {seen.id for seen in live(club)}
    await club.world.env.bot.close()
    club.world.be_well_again()
    await club.restart()
    await club.world.env.settle()
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id] != [first.id]


async def test_a_reminder_does_not_outlive_the_process_that_posted_it(unhurried: Club) -> None:
    await begin(unhurried)
    await unhurried.world.env.advance_time(61)
    [reminder] = [seen for seen in unhurried.messages() if "Your turn:" in seen.text()]
    await unhurried.restart()
    await unhurried.world.env.settle()
    assert reminder.id not in {seen.id for seen in unhurried.messages()}


async def test_a_message_whose_answer_was_lost_is_not_posted_twice(club: Club) -> None:
    await begin(club)
    club.world.lose_answers(Call.POST_MESSAGE)
    await club["Ann"].command("table")
    await club.world.env.advance_time(SOON)
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id]
    await club["Ann"].press("My hand")


async def test_nor_is_one_when_the_bot_is_stopped_before_the_answer(club: Club) -> None:
    await begin(club)
    club.world.lose_answers(Call.POST_MESSAGE, times=10)
    await club["Ann"].command("table")
    await club.restart()
    club.world.be_well_again()
    await club.world.env.advance_time(SOON)
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id]


async def test_a_lobby_whose_answer_was_lost_has_one_message(club: Club) -> None:
    club.world.lose_answers(Call.ANSWER)
    await club["Ann"].command("new")
    await club.world.env.advance_time(SOON)
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id]


async def test_a_message_nobody_knows_ends_when_it_is_met(club: Club) -> None:
    old = await begin(club)
    with club.world.as_bot():
        await club.app.delivery.shown_messages.forget([old.id])
        await club.app.tables.set_message(club.channel_id, old.id + 1)  # it has been lost sight of
    await club["Ann"].command("table")
    assert len(live(club)) == 2
    await club["Bob"].press("My hand", on=old)
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id]
    assert club["Bob"].has_hand()


async def test_nor_does_one_live_on_that_is_met_while_the_other_is_being_edited(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await begin(club)
    with club.world.as_bot():
        await club.app.delivery.shown_messages.forget([old.id])
        await club.app.tables.set_message(club.channel_id, old.id + 1)  # it has been lost sight of
    await club["Ann"].command("table")
    may_edit, turn = asyncio.Event(), Outgoing.turn

    @asynccontextmanager
    async def wait_for_turn(outgoing: Outgoing, since: float, guild_id: int = 0) -> AsyncIterator[None]:
        await may_edit.wait()
        async with turn(outgoing, since, guild_id):
            yield

    monkeypatch.setattr(Outgoing, "turn", wait_for_turn)
    with club.world.as_bot():
        messages = club.bot.front.screens.messages
        messages.show(await club.app.tables.reading.shown(club.channel_id))
        meeting = asyncio.create_task(messages.reconcile(club.channel_id, club.table.record.id, old.id))
        await asyncio.sleep(0)
        may_edit.set()
        await meeting
    await club.world.env.settle()
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id]


async def test_a_channel_deleted_while_the_bot_was_away_closes_its_table(club: Club) -> None:
    await begin(club)
    await club.world.env.bot.close()
    await club.world.delete_channel()
    await club.restart()
    await club.world.env.settle()
    assert not club.has_table
    assert await TableStore(club.database).open_tables() == []
    assert await ShownStore(club.database).stale_tables() == []


async def test_a_channel_the_bot_may_not_see_any_more_keeps_its_table(club: Club) -> None:
    await begin(club)
    await club.world.env.bot.close()
    await club.world.forbid_bot(view_channel=False)
    await club.restart()
    await club.world.env.settle()
    assert club.table.record.status is Status.PLAYING
    await club.world.forbid_bot()
    await club["Ann"].press("My hand")
    assert club["Ann"].has_hand()


async def test_a_hand_is_told_of_the_end_by_the_next_start(club: Club) -> None:
    await club.begin(deals=1)
    club.world.make_fail(Call.EDIT_HAND, status=503, times=None)
    await club.play_on()
    await club.world.env.settle()
    assert "The match is over." not in club["Bob"].hand().text()
    club.world.be_well_again()
    await club.restart()
    await club.world.env.settle()
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        assert "The match is over." in club[name].hand().text()


async def test_a_hand_of_a_match_that_was_broken_off_shows_no_cards_and_asks_nothing(club: Club) -> None:
    await club.begin()
    with club.world.as_bot():
        await club.app.tables.closing.close_table(club.channel_id)
    await club.world.env.settle()
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        assert club[name].hand().text() == "### Your hand\nThe match is over."
