"""Decisions of a host in the lobby are on its message: removed players, counted or casual."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.models.endings import Ending
from bot.table.store.tables import TableStore
from cogs.table.options_panel import FIRST_PAGE
from tests.e2e.players import Club, Reply, a_club

REMOVED = "You were removed from this table. Its host can let you back."


@pytest.fixture
async def lobby(club: Club) -> Club:
    """Ann, Bob and Cleo at a table that Ann has opened."""
    await club["Ann"].command("new")
    await club["Bob"].take_seat(2)
    await club["Cleo"].take_seat(3)
    return club


async def test_removed_player_cannot_sit_until_host_allows_it(lobby: Club) -> None:
    ann, bob = lobby["Ann"], lobby["Bob"]
    panel = await ann.press_in_more("Remove a player")
    assert list(panel.seen.buttons()) == ["Remove Bob", "Remove Cleo"]
    await ann.press("Remove Bob", on=panel.seen)

    assert lobby.table.record.seat_of(bob.id) is None
    shown = await lobby.table_message()
    assert "Ann removed Bob from the table." in shown.text()
    assert (await bob.take_seat(2)).sentence == REMOVED
    assert (await bob.command("sit")).sentence == REMOVED
    await lobby["Dan"].take_seat(2)

    panel = await ann.press_in_more("Remove a player")
    await ann.press("Let Bob back", on=panel.seen)
    assert "Ann let Bob back." in (await lobby.table_message()).text()
    await bob.take_seat(4)
    assert lobby.table.record.seat_of(bob.id) == 3


async def test_host_removes_and_readmits_player_by_command(lobby: Club) -> None:
    ann, bob, eve = lobby["Ann"], lobby["Bob"], lobby["Eve"]
    refused = await bob.typed("table seats", what="remove", player=lobby["Cleo"].actor)
    assert refused.sentence.startswith("Only the table's host can do that.")
    assert (
        await ann.typed("table seats", what="remove", player=eve.actor)
    ).sentence == "Eve isn't at this table. Choose one of its players."
    never = await ann.typed("table seats", what="let back", player=bob.actor)
    assert never.sentence == "Bob hasn't been removed from this table."

    removed = await ann.typed("table seats", what="remove", player=bob.actor)
    assert removed.sentence.startswith("You removed Bob from the table.")
    assert (await bob.take_seat(2)).sentence == REMOVED
    back = await ann.typed("table seats", what="let back", player=bob.actor)
    assert back.sentence == "You let Bob back. They can take a seat now."
    await bob.take_seat(2)
    assert lobby.table.record.seat_of(bob.id) == 1


async def test_only_host_removes_and_not_themselves(lobby: Club) -> None:
    ann, bob = lobby["Ann"], lobby["Bob"]
    panel = await ann.press_in_more("Remove a player")
    before = await lobby.snapshot()
    refused = await bob.press("Remove Cleo", on=panel.seen)
    assert refused.sentence.startswith("Only the table's host can do that.")
    own = panel.seen.buttons()["Remove Bob"].rpartition(":")[0] + ":0"
    assert (await ann.press_id(own)).sentence == "That's your own seat. *Leave* gives it up."
    assert await lobby.snapshot() == before


async def test_removal_holds_while_lobby_is_unloaded(lobby: Club) -> None:
    ann, bob = lobby["Ann"], lobby["Bob"]
    panel = await ann.press_in_more("Remove a player")
    await ann.press("Remove Bob", on=panel.seen)
    await lobby.world.env.advance_time(3600)
    assert (await bob.take_seat(2)).sentence == REMOVED


async def test_removal_from_one_table_does_not_apply_to_new_table(lobby: Club) -> None:
    ann, bob = lobby["Ann"], lobby["Bob"]
    panel = await ann.press_in_more("Remove a player")
    await ann.press("Remove Bob", on=panel.seen)
    await ann.command("ask", what="close")
    await ann.command("new")
    await bob.take_seat(2)
    assert lobby.table.record.seat_of(bob.id) == 1


async def test_lobby_says_who_made_match_counted_or_casual(lobby: Club) -> None:
    ann = lobby["Ann"]
    await ann.typed("table setup", counted=True)
    assert "Ann made this match 🏅 Counted." in (await lobby.table_message()).text()
    panel = (await ann.press("Set up")).seen
    panel = (await ann.choose(FIRST_PAGE, on=panel, menu=-1)).seen
    await ann.press("Make it 🎈 Casual", on=panel)
    assert "Ann made this match 🎈 Casual." in (await lobby.table_message()).text()


async def test_restart_clears_lobby_news_from_its_message(lobby: Club) -> None:
    ann = lobby["Ann"]
    await ann.typed("table setup", counted=True)
    await lobby.world.env.advance_time(60)
    await lobby.restart()
    await lobby.world.env.advance_time(3)
    assert "made this match" not in (await lobby.table_message()).text()


async def test_only_host_is_offered_to_remove_a_player(lobby: Club) -> None:
    ann, bob, eve = lobby["Ann"], lobby["Bob"], lobby["Eve"]
    old = (await ann.press("More")).seen
    assert "Remove a player" in old.buttons()
    for other in (bob, eve):
        assert "Remove a player" not in (await other.press("More")).seen.buttons()
        refused = await other.press_id(old.buttons()["Remove a player"])
        assert "Only the table's host" in refused.sentence


async def test_lobby_news_names_no_forgotten_player(lobby: Club) -> None:
    ann, bob = lobby["Ann"], lobby["Bob"]
    panel = await ann.press_in_more("Remove a player")
    await ann.press("Remove Bob", on=panel.seen)
    await lobby.app.people.own_data.forget(bob.id)
    await lobby.world.env.advance_time(3)
    assert "Bob" not in (await lobby.table_message()).text()


async def test_player_named_like_a_bot_word_is_in_quotation_marks(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("You", "Empty seat")) as club:
        await club["You"].command("new", counted=True)
        await club["Empty seat"].take_seat(2)
        await club["You"].typed("table setup", counted=False)
        lines = (await club.table_message()).text().splitlines()
        panel = await club["You"].press_in_more("Remove a player")

    assert any("**“You”** · host" in line for line in lines)
    assert any("**“Empty seat”**" in line for line in lines)
    assert "-# “You” made this match 🎈 Casual." in lines
    assert list(panel.seen.buttons()) == ["Remove “Empty seat”"]


async def test_manager_removing_player_from_lobby_is_named(lobby: Club) -> None:
    bob = lobby["Bob"]
    reply = await removed(lobby, "Bob", reason="not here")

    assert "removed **Bob** from this table: not here." in reply.text
    assert not reply.messages[-1].ephemeral
    assert lobby.table.record.seat_of(bob.id) is None
    assert (await bob.take_seat(2)).sentence == REMOVED
    audit = await lobby.world.owner.slash(lobby.world.channel, "rook-admin audit")
    assert f"removed <@{bob.id}>: not here" in Reply(lobby.world, audit).sentence


async def test_player_removed_from_match_returns_by_vote_of_others(club: Club) -> None:
    await club.begin(counted=True)
    bob = club["Bob"]
    seat = bob.seat
    await removed(club, "Bob")

    assert club.table.record.seats[seat].is_out
    assert "(out)" in (await club.table_message()).text()
    assert "The match goes on without you" in (await bob.command("hand")).text
    assert (await club["Eve"].typed("rook ask", what="come back")).sentence.startswith("You aren't at")
    assert (await club["Ann"].typed("rook ask", what="come back")).sentence.startswith("You're in the match")
    slow = await club["Ann"].typed("rook ask", what="go on without", player=club["Cleo"].actor)
    assert "used up a deal's time" in slow.sentence
    asked = await bob.typed("rook ask", what="come back")
    assert "Let Bob play again?" in asked.text
    assert (await removed(club, "Bob")).sentence == "A computer has that seat to the end already."
    assert (await removed(club, "Eve")).sentence == "Eve isn't at this table. Choose one of its players."


@pytest.mark.parametrize("in_match", [False, True])
async def test_manager_removes_player_who_left_the_server(club: Club, in_match: bool) -> None:
    await (club.begin() if in_match else club.sit_down())
    bob = club["Bob"]
    seat = bob.seat
    await club.world.leave_server(bob.actor)
    absent: Any = bob.actor.user
    answer = await club.world.owner.slash(club.world.channel, "rook-admin remove", player=absent)

    assert "removed **Bob** from this table." in Reply(club.world, answer).text
    record = club.table.record
    assert record.seats[seat].is_out if in_match else record.seat_of(bob.id) is None


async def test_lobby_without_players_is_closed_by_manager(club: Club) -> None:
    await club["Ann"].command("new")
    table_id = club.table.record.id
    await removed(club, "Ann")
    ended = await TableStore(club.database).table(table_id)
    assert ended is not None
    assert (ended.ended, ended.ended_by) == (Ending.MANAGER, club.world.owner.id)
    assert not club.has_table


async def removed(club: Club, name: str, **options: str) -> Reply:
    """The answer to a manager of the server who removes a player."""
    given: dict[str, Any] = {"player": club[name].actor, **options}
    return Reply(club.world, await club.world.owner.slash(club.world.channel, "rook-admin remove", **given))
