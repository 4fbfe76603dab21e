"""A table in a thread of its own, and the channel's message that its thread hangs on."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord

from bot.delivery.store import LooseMessageStore
from bot.models.endings import Ending
from cogs.evening.threads import THERE_ALREADY
from cogs.ui.refusals import WOKEN_AFTER
from rules.core.actions import Pass
from rules.core.decisions import ChooseNumber
from tests.database.samples import stored_tables
from tests.e2e.people.test_my_data import forget
from tests.e2e.players import Club, Player, Reply, a_club, button_of
from tests.e2e.trouble.test_storage_failure import UNSAVED
from tests.e2e.worlds import Seen
from tests.table.troubled import NothingStored, writes_to

HOUR = 3600
THREAD_MADE = 18
"""The type of Discord's notice about a new thread. Discord posts none if the thread hangs on a message."""


def in_channel(club: Club) -> list[Seen]:
    """The public messages of the channel, without SimCord's own notice about the thread."""
    return [seen for seen in club.world.visible_messages(None) if seen.payload["type"] != THREAD_MADE]


def in_thread(club: Club) -> list[Seen]:
    """The public messages of the one thread."""
    return club.world.visible_messages(None, thread_of(club))


def is_archived(club: Club) -> bool:
    """Whether that thread is archived."""
    thread = club.world.env.backend.channels[thread_of(club)]
    assert thread.thread_metadata is not None
    return bool(thread.thread_metadata.archived)


def thread_of(club: Club) -> int:
    """The id of the only thread."""
    [thread] = [one for one in club.world.env.backend.channels.values() if one.type == 11]
    return int(thread.id)


async def press(club: Club, name: str, label: str) -> None:
    """Press a button of the table in the thread."""
    seen = in_thread(club)[-1]
    await club.world.press(club[name].actor, seen, button_of(seen, label).custom_id)


async def open_one(club: Club, **options: Any) -> Seen:
    """Open a table in a thread; returns the channel's message."""
    await club["Ann"].command("new", place="thread", **options)
    await club.world.env.settle()
    [starter] = in_channel(club)
    return starter


async def play(club: Club) -> None:
    """Let four people answer until the match is over."""
    random, channel_id = Random(4), thread_of(club)
    while tables := [one for one in club.app.tables.desk.live_tables if one.record.channel_id == channel_id]:
        [(seat, decision)] = tables[0].match.asked.items()
        stands = isinstance(decision, ChooseNumber) and decision.accepts(Pass()) and random.random() < 0.6
        user_id = tables[0].record.seats[seat].user_id
        assert user_id is not None
        with club.world.as_bot():
            await club.app.tables.play.act(channel_id, user_id, Pass() if stands else decision.sample(random))
    await club.world.env.settle()


async def test_thread_table_leaves_one_channel_message_with_result(
    club: Club,
) -> None:
    starter = await open_one(club, deals=1)
    assert starter.id == thread_of(club)
    assert "**Ann** opened a table" in starter.text()
    [lobby] = in_thread(club)
    for name, label in (("Bob", "Sit"), ("Cleo", "Sit with Ann"), ("Dan", "Sit with Bob")):
        await press(club, name, label)
    await press(club, "Ann", "Start")
    assert [seen.id for seen in in_thread(club)] == [lobby.id]
    [playing] = in_channel(club)
    assert "Ann & Cleo" in playing.text()
    assert "Playing in the thread" in playing.text()
    await play(club)
    [result] = in_channel(club)
    assert result.id == starter.id
    assert "🏆" in result.text()
    assert "🏆" in in_thread(club)[0].text()


async def test_thread_is_named_after_game_and_displayed_host(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("A\u202enn *\u200b", "Bob")) as club:
        await club.everyone[0].command("new", place="thread")
        thread = club.world.env.backend.channels[thread_of(club)]
        assert thread.name == "Official Tournament Rook with Ann *"


async def test_thread_table_leaves_channel_free(club: Club) -> None:
    await open_one(club)
    await club["Bob"].command("new", place="here")
    assert "Bob" in (await club.table_message()).text()


async def test_two_players_get_first_hands_in_thread_by_three_presses(
    club: Club,
) -> None:
    await open_one(club)
    await press(club, "Bob", "Sit with Ann")
    await press(club, "Ann", "Fill with computers")
    await press(club, "Ann", "Start")
    for name in ("Ann", "Bob"):
        own = club.world.visible_messages(club[name].id, thread_of(club))
        assert own[-1].text().startswith("### Your hand")


@pytest.mark.parametrize("right", ["create_public_threads", "send_messages_in_threads"])
async def test_missing_thread_permission_opens_table_in_channel_with_reason(club: Club, right: str) -> None:
    await club.world.forbid_bot(**{right: False})
    reply = await club["Ann"].command("new", place="thread")
    assert f"permission {right.replace('_', ' ').title().replace(' In ', ' in ')}" in reply.sentence
    assert "Ann" in (await club.table_message()).text()


async def test_invisible_channel_refuses_thread_and_table(club: Club) -> None:
    await club.world.forbid_bot(view_channel=False)
    reply = await club["Ann"].command("new", place="thread")
    assert "I need the permission View Channel in this channel" in reply.sentence
    assert not club.app.tables.desk.live_tables


async def test_table_in_thread_requires_permission_to_write_in_threads(club: Club) -> None:
    await open_one(club)
    [thread] = club.world.channel.threads
    await club.world.forbid_bot(send_messages_in_threads=False)
    reply = Reply(club.world, await club["Ann"].actor.slash(thread, "rook table"))
    assert "I need the permission Send Messages in Threads in" in reply.sentence


async def test_refused_thread_leaves_no_message_behind(club: Club) -> None:
    club.world.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160006, times=1)
    reply = await club["Ann"].command("new", place="thread")
    assert "too many open threads" in reply.sentence
    assert in_channel(club) == []
    assert not club.app.tables.desk.live_tables


async def test_unsaved_thread_table_leaves_no_message_behind(club: Club) -> None:
    with club.database.refusing(writes_to("tables")):
        reply = await club["Ann"].command("new", place="thread")
    assert UNSAVED in reply.sentence
    assert in_channel(club) == []
    assert is_archived(club)
    assert not club.app.tables.desk.live_tables


async def test_failed_thread_request_announces_no_table(club: Club) -> None:
    making = "/channels/*/messages/*/threads"
    club.world.env.inject_error("POST", making, status=503, code=0, times=None)
    await club["Ann"].command("new", place="thread")
    assert in_channel(club) == []
    assert not club.app.tables.desk.live_tables


async def test_thread_with_lost_creation_answer_is_used(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py retries after a lost answer, and Discord then reports the existing thread."""
    made = discord.PartialMessage.create_thread

    async def made_already(message: discord.PartialMessage, **options: Any) -> None:
        await made(message, **options)
        refused = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(refused, {"code": THERE_ALREADY, "message": "There is one"})

    monkeypatch.setattr(discord.PartialMessage, "create_thread", made_already)
    await open_one(club)
    assert "Ann" in in_thread(club)[-1].text()


async def test_refused_options_create_no_thread(club: Club) -> None:
    reply = await club["Ann"].command("new", place="thread", rules="kentucky 7")
    assert reply.sentence
    assert in_channel(club) == []


async def test_managers_set_where_new_tables_open(club: Club) -> None:
    await club.world.owner.slash(club.world.channel, "rook-admin settings", place="thread")
    await club["Ann"].command("new")
    await club.world.env.settle()
    assert "**Ann** opened a table" in in_channel(club)[-1].text()
    await club["Bob"].command("new", place="here")
    assert "Bob" in (await club.table_message()).text()


async def test_deleted_thread_ends_its_table_with_notice_in_channel(club: Club) -> None:
    await open_one(club)
    await press(club, "Ann", "Fill with computers")
    await press(club, "Ann", "Start")
    club.world.env.backend.delete_channel(thread_of(club))
    await club.world.env.settle()
    assert not club.app.tables.desk.live_tables
    [starter] = in_channel(club)
    assert "ended with its channel" in starter.text()


async def test_thread_deleted_during_downtime_ends_its_match(club: Club) -> None:
    await open_one(club)
    await press(club, "Ann", "Fill with computers")
    await press(club, "Ann", "Start")
    await club.world.env.bot.close()
    club.world.env.backend.delete_channel(thread_of(club))
    await club.restart()
    await club.world.env.settle()
    assert not club.app.tables.desk.live_tables
    [starter] = in_channel(club)
    assert "ended with its channel" in starter.text()


async def test_orphaned_thread_is_deleted_by_next_start(club: Club) -> None:
    """A thread is orphaned if the process is killed before the table is stored."""
    club.database.troubles = [NothingStored()]
    await club["Ann"].command("new", place="thread")
    assert "**Ann** opened a table" in in_channel(club)[0].text()
    await club.restart()
    await club.world.env.settle()
    assert in_channel(club) == []
    assert is_archived(club)
    assert await LooseMessageStore(club.database).stale() == []


async def test_start_keeps_threads_that_had_a_table(club: Club) -> None:
    await open_one(club)
    await press(club, "Ann", "Fill with computers")
    await club.restart()
    await club.world.env.settle()
    [starter] = in_channel(club)
    assert "**Ann** opened a table" in starter.text()
    assert not is_archived(club)


async def test_unknown_thread_ends_its_table_at_next_check(club: Club) -> None:
    await open_one(club)
    await press(club, "Ann", "Fill with computers")
    await club.world.env.settle()
    lobby = f"/channels/{thread_of(club)}/messages/*"
    club.world.env.inject_error("PATCH", lobby, status=404, code=10003, times=None)
    await press(club, "Ann", "Start")
    await club.world.env.settle()
    assert not club.app.tables.desk.live_tables
    [starter] = in_channel(club)
    assert "ended with its channel" in starter.text()


async def test_match_continues_in_automatically_archived_thread(club: Club) -> None:
    """Edits do not count as activity: a slow table's thread is archived between two turns."""
    await open_one(club, turns=24)
    for name, label in (("Bob", "Sit"), ("Cleo", "Sit with Ann"), ("Dan", "Sit with Bob")):
        await press(club, name, label)
    await press(club, "Ann", "Start")
    [above] = in_thread(club)
    for _ in range(2):
        await club.world.archive_thread(thread_of(club))
        await club.world.env.advance_time(25 * HOUR)
    [below] = in_thread(club)
    assert below.id != above.id
    assert not is_archived(club)
    assert "My hand" in below.buttons()
    assert await stored_tables(club.database)


async def test_locked_thread_waits_until_moderator_opens_it(club: Club) -> None:
    await open_one(club)
    await press(club, "Ann", "Fill with computers")
    await press(club, "Ann", "Start")
    [before] = in_thread(club)
    await club.world.archive_thread(thread_of(club), is_locked=True)
    with club.world.as_bot():
        await club.app.tables.play.act(thread_of(club), club["Ann"].id, Pass())
    await club.world.env.settle()
    assert [seen.text() for seen in in_thread(club)] == [before.text()]
    club.world.env.backend.edit_channel(
        thread_of(club), {}, thread_metadata={"archived": False, "locked": False}
    )
    await club.world.env.advance_time(WOKEN_AFTER)
    [seen] = in_thread(club)
    assert seen.id == before.id
    assert seen.text() != before.text()


async def test_archived_thread_stays_archived_when_its_table_closes(club: Club) -> None:
    await open_one(club)
    [lobby] = in_thread(club)
    await club.world.archive_thread(thread_of(club))
    with club.world.as_bot():
        await club.app.tables.close_table(thread_of(club), Ending.DESERTED)
    await club.world.env.settle()
    assert [seen.id for seen in in_thread(club)] == [lobby.id]
    assert is_archived(club)


async def test_forgotten_player_is_named_in_no_archived_thread(club: Club) -> None:
    await open_one(club, deals=1)
    for name, label in (("Bob", "Sit"), ("Cleo", "Sit with Ann"), ("Dan", "Sit with Bob")):
        await press(club, name, label)
    await press(club, "Ann", "Start")
    await play(club)
    await club.world.archive_thread(thread_of(club))
    assert "Bob" in in_thread(club)[0].text()
    await forget(club["Bob"])
    await club.world.env.settle()
    for seen in (*in_thread(club), *in_channel(club)):
        assert "Bob" not in seen.text()
    assert is_archived(club)


async def test_board_in_archived_thread_shows_new_players(club: Club) -> None:
    [thread] = await emptied(club)
    await club["Ann"].actor.slash(thread, "night new", kind="rotating", deals=1)
    await club.world.archive_thread(thread.id)
    await club["Bob"].actor.slash(thread, "night join")
    await club.world.env.settle()
    assert "Bob" in in_thread(club)[-1].text()


async def test_league_message_in_archived_thread_shows_new_players(club: Club) -> None:
    [thread] = await emptied(club)
    owner = Player(club, club.world.owner)
    created = Reply(club.world, await owner.actor.slash(thread, "league create", name="Tuesday League"))
    await owner.press("Post it here", on=created.seen)
    await club.world.archive_thread(thread.id)
    await club["Bob"].typed("league join")
    await club.world.env.settle()
    assert "Players: 1" in in_thread(club)[-1].text()


async def emptied(club: Club) -> list[simcord.ChannelHandle]:
    """A thread with a closed table; returns the threads of the channel."""
    await open_one(club)
    with club.world.as_bot():
        await club.app.tables.close_table(thread_of(club), Ending.HOST)
    await club.world.env.settle()
    return club.world.channel.threads


async def test_next_table_in_thread_is_announced_in_channel(club: Club) -> None:
    await open_one(club)
    [thread] = club.world.channel.threads
    await club["Ann"].actor.slash(thread, "rook ask", what="close")
    await club["Bob"].actor.slash(thread, "rook new", place="here")
    await press(club, "Ann", "Sit")
    await club.world.env.settle()
    [starter] = in_channel(club)
    assert "**Bob** opened a table" in starter.text()


async def test_result_that_failed_in_channel_is_posted_by_next_start(club: Club) -> None:
    starter = await open_one(club, deals=1)
    for name, label in (("Bob", "Sit"), ("Cleo", "Sit with Ann"), ("Dan", "Sit with Bob")):
        await press(club, name, label)
    await press(club, "Ann", "Start")
    club.world.env.inject_error("PATCH", f"/channels/*/messages/{starter.id}", status=503, times=None)
    await play(club)
    assert "🏆" not in in_channel(club)[0].text()
    await club.world.env.bot.close()
    club.world.end_trouble()
    await club.restart()
    await club.world.env.settle()
    assert "🏆" in in_channel(club)[0].text()
