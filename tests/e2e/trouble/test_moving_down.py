"""A match has one public message, which moves down below the chat when a player's turn comes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from fnmatch import fnmatch
from pathlib import Path
from random import Random

import pytest

from tests.e2e.players import EPHEMERAL, Club, a_club
from tests.e2e.worlds import Call, Seen

BELOW = 3
"""Number of users' messages after which a table moves down here."""


@pytest.fixture
async def chatty(tmp_path: Path) -> AsyncIterator[Club]:
    """A table moves down after a few messages."""
    async with a_club(tmp_path, chat_below=BELOW) as club:
        yield club


def posted(club: Club) -> int:
    """Number of public messages the bot has posted, deleted ones included."""
    number = 0
    for request in club.world.env.http_requests:
        sent = request.json or {}
        data = sent.get("data") or {} if request.path.endswith("/callback") else sent
        is_answer = request.path.endswith("/callback") and sent.get("type") == 4
        is_message = is_answer or any(
            fnmatch(request.path, call.value[1]) for call in (Call.POST_MESSAGE, Call.FOLLOW_UP)
        )
        number += request.method == "POST" and is_message and not data.get("flags", 0) & EPHEMERAL
    return number


async def chat(club: Club, times: int) -> None:
    """Let users write messages."""
    for number in range(times):
        await club[("Ann", "Eve")[number % 2]].actor.send(club.world.channel, f"word {number}")


async def answer(club: Club) -> None:
    """Let the asked player answer in the hand."""
    player = club.asked
    assert player.decision is not None
    await player.answer(club.sensible(player.decision, Random(1)))


def tables(club: Club) -> list[Seen]:
    """The messages of the channel with controls to continue the match."""
    return [seen for seen in club.messages() if "My hand" in seen.buttons()]


async def test_match_of_several_deals_posts_one_public_message(club: Club) -> None:
    await club.begin(deals=3)
    message = await club.table_message()
    await club.play_on()
    await club.world.env.settle()
    assert posted(club) == 1
    assert [seen.id for seen in club.messages()] == [message.id]
    assert "🏆" in (await club.table_message()).text()


async def test_table_above_much_chat_moves_down_with_next_turn(chatty: Club) -> None:
    await chatty.begin()
    above = await chatty.table_message()
    await chat(chatty, BELOW)
    assert [seen.id for seen in tables(chatty)] == [above.id]  # no player's turn has begun since
    hands = {player: player.hand().id for player in chatty.seated}
    await answer(chatty)
    below = await chatty.table_message()
    assert [seen.id for seen in tables(chatty)] == [below.id] != [above.id]
    for player in chatty.seated:  # and so do the hands that were as far up
        assert player.hand().id > below.id > hands[player]
        assert hands[player] not in {seen.id for seen in player.messages()}
    await answer(chatty)
    assert [seen.id for seen in tables(chatty)] == [below.id]


async def test_hand_below_the_chat_is_not_moved(chatty: Club) -> None:
    await chatty.begin()
    await chat(chatty, BELOW)
    looking = chatty.others(chatty.asked)[0]
    await looking.press("My hand")
    before = looking.hand().id
    await answer(chatty)
    assert (await chatty.table_message()).id > before == looking.hand().id


async def test_table_above_little_chat_stays(chatty: Club) -> None:
    await chatty.begin()
    above = await chatty.table_message()
    await chat(chatty, BELOW - 1)
    await answer(chatty)
    assert [seen.id for seen in tables(chatty)] == [above.id]


async def test_messages_of_bots_move_no_table(chatty: Club) -> None:
    await chatty.begin()
    above, world = await chatty.table_message(), chatty.world
    other = world.guild.add_member(world.env.create_user("other-bot", bot=True))
    for number in range(2 * BELOW):
        await other.send(world.channel, f"notice {number}")
    await answer(chatty)
    assert [seen.id for seen in tables(chatty)] == [above.id]


async def test_busy_chat_moves_a_table_at_a_limited_rate(tmp_path: Path) -> None:
    async with a_club(tmp_path, chat_below=BELOW, repost_every=15) as club:
        await club.begin()
        await chat(club, BELOW)
        await answer(club)
        below = await club.table_message()
        await chat(club, BELOW)
        await answer(club)
        assert [seen.id for seen in tables(club)] == [below.id]
        await club.world.env.advance_time(16)
        await answer(club)
        assert [seen.id for seen in tables(club)] != [below.id]


async def test_table_without_permission_to_post_continues_in_place(chatty: Club) -> None:
    await chatty.begin()
    above = await chatty.table_message()
    await chatty.world.forbid_bot(send_messages=False)
    await chat(chatty, BELOW)
    await answer(chatty)
    await answer(chatty)
    now = await chatty.table_message()
    assert now.id == above.id
    assert now.text() != above.text()
    assert posted(chatty) == 2  # the lobby, and one try


async def test_moving_down_can_be_disabled_without_message_events(tmp_path: Path) -> None:
    async with a_club(tmp_path, chat_below=0) as club:
        assert not club.bot.intents.messages
        await club.begin()
        above = await club.table_message()
        await chat(club, 12)
        await answer(club)
        assert [seen.id for seen in tables(club)] == [above.id]
