"""One user among strangers: they cannot use up others' tables, budget or hands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from tests.database.samples import stored_tables
from tests.e2e.players import Club, Reply, a_club

STORM = 250
TABLES, NEW, REPOST, VOTE = 3, 5, 15, 30


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(
        tmp_path,
        tables_a_person=TABLES,
        tables_a_server=5,
        new_tables=NEW,
        repost_every=REPOST,
        vote_every=VOTE,
    ) as club:
        yield club


async def new_at(club: Club, name: str, place: int) -> Reply:
    """Open a table in a channel of its own."""
    channel = club.world.guild.create_text_channel(f"place-{name.lower()}-{place}")
    return Reply(club.world, await club[name].actor.slash(channel, "rook new"))


# Tables -----------------------------------------------------------------------------------------------


@pytest.mark.timeout(240)
async def test_user_who_opens_250_tables_gets_three_and_refusals(club: Club) -> None:
    replies = []
    for place in range(STORM):
        replies.append(await new_at(club, "Ann", place))
        await club.world.env.advance_time(9 / STORM)

    assert len(await stored_tables(club.database)) == TABLES
    assert all(reply.is_answered for reply in replies)
    sentences = {reply.sentence for reply in replies[TABLES:]}
    assert sentences == {
        "You host 3 open tables, and that's the most. "
        "Close one with `/rook ask what:close`, then open another."
    }
    await new_at(club, "Bob", 0)
    assert len(await stored_tables(club.database)) == TABLES + 1


async def test_closed_tables_count_toward_limit_for_ten_minutes(club: Club) -> None:
    ann = club["Ann"]
    for _ in range(NEW):
        await ann.command("new")
        await ann.command("ask", what="close")
    refused = await ann.command("new")
    assert refused.sentence.startswith("You've opened many tables in a short time. You can do it again <t:")

    await club.world.env.advance_time(601)
    await ann.command("new")
    assert len(await stored_tables(club.database)) == 1


async def test_server_limit_of_tables_holds_after_restart(club: Club) -> None:
    for name, number in (("Ann", 3), ("Bob", 2)):
        for place in range(number):
            await new_at(club, name, place)
    await club.restart_unloaded()

    refused = await new_at(club, "Cleo", 1)
    assert refused.sentence == (
        "This server has 5 open tables, and that's the most. One has to close before another opens."
    )
    assert "You host 3" in (await new_at(club, "Ann", 9)).sentence


# Reposts and votes --------------------------------------------------------------------------------------


async def test_onlookers_reposts_delay_no_hand(tmp_path: Path) -> None:
    async with a_club(tmp_path) as club:  # without the club's limits: only the hands' own limit applies
        await club.begin()
        hands = {player: player.hand().id for player in club.seated}
        for _ in range(17):
            player = club.asked
            seen = player.hand()
            await club["Eve"].command("table")
            assert {each: each.hand().id for each in club.seated} == hands
            before = club.table.revision
            assert player.decision is not None
            reply = await player.answer(club.sensible(player.decision, Random(3)))
            assert club.table.revision > before
            assert reply.seen.id == seen.id
            await club.world.env.advance_time(1)
            if club.table.match.table_view().deal > 1:  # type: ignore[union-attr]
                break


async def test_two_of_17_reposts_in_20_seconds_are_made(club: Club) -> None:
    await club.begin()
    replies = []
    for _ in range(17):
        replies.append((await club["Eve"].command("table")).sentence)
        await club.world.env.advance_time(20 / 17)
    shown = [sentence for sentence in replies if sentence == "Here's the table again."]
    assert len(shown) == 2
    refused = set(replies) - set(shown)
    assert all(
        sentence.startswith("The table was shown again a moment ago. You can do it again <t:")
        for sentence in refused
    )


async def test_user_asks_for_each_kind_of_vote_once_in_a_while(club: Club) -> None:
    await club.begin()
    ann, bob = club["Ann"], club["Bob"]
    await ann.command("ask", what="deal again")
    again = await ann.command("ask", what="deal again")
    assert again.sentence.startswith("You asked for that a moment ago. You can do it again <t:")
    assert not (await ann.command("ask", what="close")).messages[-1].ephemeral
    assert not (await bob.command("ask", what="deal again")).messages[-1].ephemeral

    await club.world.env.advance_time(VOTE + 1)
    assert not (await ann.command("ask", what="deal again")).messages[-1].ephemeral
