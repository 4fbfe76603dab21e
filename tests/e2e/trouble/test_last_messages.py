"""The end of a match always reaches its players, and a channel has one live message."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.delivery.requests import Outgoing
from bot.models.stored_tables import Status
from bot.table.store.shown_messages import ShownStore
from cogs.ui.refusals import WOKEN_AFTER
from tests.database.samples import stored_tables
from tests.e2e.players import Club, a_club
from tests.e2e.worlds import Call, Seen

SOON = 5
"""Seconds after which every possible message is shown."""


@pytest.fixture
async def unhurried(tmp_path: Path) -> AsyncIterator[Club]:
    """Table messages are edited as rarely as in production, and reminders come after a minute."""
    async with a_club(tmp_path, edit_interval=1.1, remind_after=60) as club:
        yield club


async def begin(club: Club, **options: int) -> Seen:
    """Start a match once its table message offers it, without a look at the hands; returns that message."""
    await club.sit_down(**options)
    await club.world.env.advance_time(SOON)
    await club["Ann"].press("Start")
    return await club.table_message()


def now(club: Club, seen: Seen) -> str:
    """Current text of a message."""
    return next((one.text() for one in club.messages() if one.id == seen.id), "")


def live(club: Club) -> list[Seen]:
    """The messages of the channel with controls to continue the match."""
    return [seen for seen in club.messages() if {"My hand", "Start"} & set(seen.buttons())]


async def test_clean_stop_right_after_last_card_shows_result(unhurried: Club) -> None:
    message = await begin(unhurried, deals=1)
    await unhurried.play_on()
    await unhurried.world.env.bot.close()
    assert "🏆" in now(unhurried, message)


async def test_result_is_left_to_the_process_that_takes_over(unhurried: Club) -> None:
    message = await begin(unhurried, deals=1)
    await unhurried.play_on()
    unhurried.app.duty.is_over = True
    await unhurried.world.env.bot.close()
    assert "🏆" not in now(unhurried, message)
    await unhurried.restart()
    assert "🏆" in now(unhurried, message)


@pytest.mark.parametrize("permission", ["view_channel", "send_messages"])
async def test_undelivered_result_is_shown_after_permission_returns(club: Club, permission: str) -> None:
    message = await begin(club, deals=1)
    await club.world.forbid_bot(**{permission: False})
    await club.play_on()
    await club.world.env.settle()
    assert ("🏆" in now(club, message)) == (permission == "send_messages")
    await club.world.forbid_bot()
    assert "🏆" in now(club, message)
    assert live(club) == []


async def test_result_of_closed_table_is_shown_by_next_start(club: Club) -> None:
    message = await begin(club, deals=1)
    club.world.make_fail(Call.EDIT_MESSAGE, status=503, times=None)
    await club.play_on()
    await club.world.env.settle()
    await club.world.env.bot.close()
    club.world.end_trouble()
    await club.restart()
    assert "🏆" in now(club, message)


async def test_result_is_shown_soon_after_an_outage(club: Club) -> None:
    message = await begin(club, deals=1)
    club.world.make_fail(Call.EDIT_MESSAGE, status=503, times=None)
    await club.play_on()
    await club.world.env.advance_time(50)
    club.world.end_trouble()
    await club.world.env.advance_time(SOON)
    assert "🏆" in now(club, message)


async def test_new_table_does_not_delay_previous_result(unhurried: Club) -> None:
    message = await begin(unhurried, deals=1)
    await unhurried.play_on()
    await unhurried["Ann"].command("new")
    await unhurried.world.env.advance_time(SOON)
    assert "🏆" in now(unhurried, message)
    assert (await unhurried.table_message()).buttons()["Start"]


async def test_my_hand_on_finished_match_shows_the_result(club: Club) -> None:
    message = await begin(club, deals=1)
    club.world.make_fail(Call.EDIT_MESSAGE, status=403, code=50001, times=None)
    await club.play_on()
    await club.world.env.settle()
    await club.restart()
    club.world.end_trouble()
    reply = await club["Bob"].press("My hand", on=message)
    assert "That match is over." in reply.sentence
    assert "🏆" in reply.sentence
    await club.world.env.advance_time(WOKEN_AFTER)
    assert "🏆" in now(club, message)  # and the pressed message is mended


async def test_undeleted_moved_message_is_deleted_by_next_start(club: Club) -> None:
    first = await begin(club)
    club.world.make_fail(Call.DELETE_MESSAGE, status=503, times=None)
    await club["Ann"].command("table")
    assert first.id in {seen.id for seen in live(club)}
    await club.world.env.bot.close()
    club.world.end_trouble()
    await club.restart()
    await club.world.env.settle()
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id] != [first.id]


async def test_reminder_is_deleted_after_its_process_was_killed(unhurried: Club) -> None:
    await begin(unhurried)
    await unhurried.world.env.advance_time(61)
    [reminder] = [seen for seen in unhurried.messages() if "Your turn:" in seen.text()]
    await unhurried.restart()
    await unhurried.world.env.settle()
    assert reminder.id not in {seen.id for seen in unhurried.messages()}


async def test_message_with_lost_answer_is_not_posted_twice(club: Club) -> None:
    await begin(club)
    club.world.lose_answers(Call.POST_MESSAGE)
    await club["Ann"].command("table")
    await club.world.env.advance_time(SOON)
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id]
    await club["Ann"].press("My hand")


async def test_message_with_lost_answer_is_not_doubled_by_restart(club: Club) -> None:
    await begin(club)
    club.world.lose_answers(Call.POST_MESSAGE, times=10)
    await club["Ann"].command("table")
    await club.restart()
    club.world.end_trouble()
    await club.world.env.advance_time(SOON)
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id]


async def test_lobby_with_lost_answer_has_one_message(club: Club) -> None:
    club.world.lose_answers(Call.ANSWER)
    await club["Ann"].command("new")
    await club.world.env.advance_time(SOON)
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id]


async def test_unknown_table_message_ends_with_first_press(club: Club) -> None:
    old = await begin(club)
    with club.world.as_bot():
        await club.app.delivery.shown_messages.forget([old.id])
        await club.app.tables.set_message(club.channel_id, old.id + 1)  # its record has been lost
    await club["Ann"].command("table")
    assert len(live(club)) == 2
    await club["Bob"].press("My hand", on=old)
    assert [seen.id for seen in live(club)] == [(await club.table_message()).id]
    assert club["Bob"].has_hand()


async def test_unknown_table_message_pressed_during_an_edit_ends(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await begin(club)
    with club.world.as_bot():
        await club.app.delivery.shown_messages.forget([old.id])
        await club.app.tables.set_message(club.channel_id, old.id + 1)  # its record has been lost
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


async def test_channel_deleted_during_downtime_closes_its_table(club: Club) -> None:
    await begin(club)
    await club.world.env.bot.close()
    await club.world.delete_channel()
    await club.restart()
    await club.world.env.settle()
    assert not club.has_table
    assert await stored_tables(club.database) == []
    assert await ShownStore(club.database).stale_tables() == []


async def test_channel_hidden_from_the_bot_keeps_its_table(club: Club) -> None:
    await begin(club)
    await club.world.env.bot.close()
    await club.world.forbid_bot(view_channel=False)
    await club.restart()
    await club.world.env.settle()
    assert club.table.record.status is Status.PLAYING
    await club.world.forbid_bot()
    await club["Ann"].press("My hand")
    assert club["Ann"].has_hand()


async def test_hand_shows_end_of_match_after_next_start(club: Club) -> None:
    await club.begin(deals=1)
    club.world.make_fail(Call.EDIT_HAND, status=503, times=None)
    await club.play_on()
    await club.world.env.settle()
    assert "The match is over." not in club["Bob"].hand().text()
    club.world.end_trouble()
    await club.restart()
    await club.world.env.settle()
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        assert "The match is over." in club[name].hand().text()


async def test_hand_of_broken_off_match_is_empty(club: Club) -> None:
    await club.begin()
    with club.world.as_bot():
        await club.app.tables.close_table(club.channel_id)
    await club.world.env.settle()
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        assert club[name].hand().text() == "### Your hand\nThe match is over."
