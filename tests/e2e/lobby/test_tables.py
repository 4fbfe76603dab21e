"""Tables and channels: one in each, several in a server, none in private messages."""

from __future__ import annotations

from random import Random
from typing import Any

import discord
import pytest
import simcord

from rules.core.decisions import ChooseCards
from tests.e2e.players import Club, Reply, button_of
from tests.e2e.secrecy.secrets import names, on_screen


async def test_second_table_in_channel_is_refused_with_link(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await ann.command("new")
    before = await club.snapshot()
    message = await club.table_message()
    link = f"https://discord.com/channels/{club.world.guild.id}/{club.channel_id}/{message.id}"
    for player in (ann, bob):
        refused = await player.command("new", game="one_high")
        assert link in refused.sentence
    assert await club.snapshot() == before
    await bob.take_seat(2)
    await ann.press("Fill with computers")
    await ann.press("Start")
    assert link in (await bob.command("new")).sentence


async def test_tables_in_two_channels_are_independent(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    other = club.world.guild.create_text_channel("second-table")
    await club.world.env.settle()
    await club.begin()
    before = await club.snapshot()
    reply = await ann.actor.slash(other, "rook new", game="one_high")
    assert reply.response is not None
    second = club.world.look_at(reply.response)
    await club.world.press(bob.actor, second, button_of(second, "Sit with Ann").custom_id)
    lobby = club.world.look_at(reply.response)
    await club.world.press(ann.actor, lobby, button_of(lobby, "Fill with computers").custom_id)
    lobby = club.world.look_at(reply.response)
    started = await club.world.press(ann.actor, lobby, button_of(lobby, "Start").custom_id)
    assert len(club.app.tables.desk.live_tables) == 2
    now = await club.snapshot()
    assert (now.record, now.log, now.seats) == (before.record, before.log, before.seats)

    manager = club.app.tables
    hand = club.world.visible_messages(ann.id, other.id)[-1]
    assert started.acknowledged
    assert names((await manager.reading.hand(other.id, ann.id)).view.hand) <= on_screen(hand)
    assert names(ann.view.hand) <= on_screen(ann.hand())
    mixed = hand.buttons() or {"My hand": (await club.table_message()).buttons()["My hand"]}
    for custom_id in mixed.values():  # a control of one table, pressed in the channel of the other
        refused = await ann.press_id(custom_id)
        assert "That table is closed" in refused.sentence or names(ann.view.hand) <= on_screen(refused.seen)
    await club.play_until(lambda decision: isinstance(decision, ChooseCards), random=Random(3))


async def test_private_messages_have_no_tables(club: Club) -> None:
    user = club.world.env.create_user("loner")
    with pytest.raises((simcord.SetupError, simcord.BackendError)):
        await user.slash("rook new")
    assert not club.app.tables.desk.live_tables
    for command in club.world.env.bot.tree.get_commands():  # type: ignore[attr-defined]
        assert command.to_dict(club.world.env.bot.tree)["contexts"] in ([0], None) or command.guild_only  # type: ignore[attr-defined]


async def test_user_installed_bot_opens_no_table_in_foreign_server(club: Club) -> None:
    """Where users may add the bot themselves, Discord offers all commands that are not limited to servers."""
    tree: Any = club.world.env.bot.tree  # type: ignore[attr-defined]
    for command in tree.get_commands():
        assert not command.guild_only or command.to_dict(tree)["integration_types"] == [0]


async def test_only_managers_of_the_server_close_tables_of_others(club: Club) -> None:
    await club.begin()
    channel, owner, eve = club.world.channel, club.world.owner, club["Eve"]
    assert "You aren't at" in (await eve.command("ask", what="close")).sentence
    with pytest.raises(simcord.SetupError):
        await eve.actor.slash(channel, "rook-admin close")
    assert club.has_table
    closed = await owner.slash(channel, "rook-admin close")
    assert closed.response is not None
    assert "closed this table" in club.world.look_at(closed.response).text()
    assert not club.has_table
    assert "manages this server, closed this table" in (await club.table_message()).text()
    again = await owner.slash(channel, "rook-admin close")
    assert again.response is not None
    assert "No table is open" in club.world.look_at(again.response).text()


async def test_manager_closes_lobby_with_ordinary_button(club: Club) -> None:
    await club["Ann"].command("new")
    message = await club.table_message()
    pressed = await club.world.press(club.world.owner, message, message.buttons()["More"])
    more = Reply(club.world, pressed).seen
    await club.world.press(club.world.owner, more, more.buttons()["Close table"])
    assert not club.has_table


async def test_bot_reads_no_messages_and_needs_no_privileged_intent(club: Club) -> None:
    intents = club.world.env.bot.intents
    assert intents == discord.Intents(guilds=True, guild_messages=True)
    assert not any((intents.message_content, intents.members, intents.presences))
