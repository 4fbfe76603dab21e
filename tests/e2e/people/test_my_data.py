"""A user's own data: shown, exported as a file, and deleted from every file and message of the bot."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.common.text import MOST_FORMER
from bot.computers.kinds import USUAL
from bot.maintenance.backups import Backups
from bot.maintenance.retention import DAY
from bot.models.stored_tables import Status
from bot.people.store.people import PeopleStore
from bot.table.store.tables import TableStore
from tests.database.ledgers import leaders, record_of
from tests.e2e.players import Club, Player, Reply, a_club
from tests.e2e.worlds import Call

NAMES = ("Wilhelmina", "Bartholomew", "Clementine", "Desdemona")


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, people=NAMES) as club:
        yield club


async def file_of(player: Player) -> Reply:
    """Press *My file* among the own data."""
    mine = await player.typed("me data")
    return await player.press("My file", on=mine.seen)


async def forget(player: Player) -> Reply:
    """Request to be forgotten, and confirm."""
    asked = await player.ask_to_be_forgotten()
    return await player.press("Forget me", on=asked.seen)


def shown(player: Player) -> str:
    """The display name of a user in the server."""
    return player.name.capitalize()


def traces(player: Player, folder: Path) -> list[str]:
    """Files with a trace of a user: the id, as text or as a number, or the name."""
    marks = (str(player.id).encode(), player.id.to_bytes(8, "big"), shown(player).encode())
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return [file.name for file in files if any(mark in file.read_bytes() for mark in marks)]


async def a_match(club: Club) -> None:
    """Play a match of two deals, with a vote and a ruling, and show all messages."""
    await club.begin(deals=2, counted=True)
    await club["Wilhelmina"].command("ask", what="deal again")
    await club.play_until(lambda decision: type(decision).__name__ == "ChooseCard")
    await club.world.owner.slash(
        club.world.channel,
        "rook-admin penalty",
        player=club["Wilhelmina"].actor,
        points=5,
        reason="Wilhelmina, really",
    )
    await club.play_on()
    await club.world.env.settle()


async def test_deletion_finished_by_next_start_scrubs_old_messages(club: Club, tmp_path: Path) -> None:
    await a_match(club)
    who = club["Wilhelmina"]
    assert len(named(club, who)) == 2
    with club.world.as_bot():
        await PeopleStore(club.database).begin_forgetting(who.id)
    await club.restart()
    with club.world.as_bot():
        await club.app.people.own_data.retry_until_done()
    await club.world.env.settle()
    assert named(club, who) == []
    assert traces(who, tmp_path) == []


async def test_unplayed_table_is_deleted_with_its_messages(club: Club) -> None:
    await club.begin(deals=2)
    for who in NAMES:
        await club[who].command("ask", what="close")
    await club.world.env.settle()
    [table_id] = await PeopleStore(club.database).tables_of(club["Wilhelmina"].id)
    assert [seen for seen in club.messages() if shown(club["Wilhelmina"]) in seen.text()]

    await club.world.env.advance_time((club.app.settings.keep_closed + 1) * DAY)
    with club.world.as_bot():
        await club.app.maintenance.retention.look()
    await club.world.env.settle()
    assert not [seen for seen in club.messages() if any(name in seen.text() for name in NAMES)]
    assert await TableStore(club.database).table(table_id) is not None
    with club.world.as_bot():
        await club.app.maintenance.retention.look()
    assert await TableStore(club.database).table(table_id) is None


async def test_forgotten_user_is_in_no_file_and_no_message(club: Club, tmp_path: Path) -> None:
    await a_match(club)
    await club.begin()  # and another match is under way
    backups = tmp_path / "backups"
    await Backups(club.app.settings.database, backups, every=1, keep=5).make()
    who = club["Wilhelmina"]
    assert len(traces(who, tmp_path)) >= 2
    before = [line.figures for line in await leaders(club.database, club.world.guild.id)]

    assert "forgotten" in (await forget(who)).sentence
    await club.world.env.settle()

    assert traces(who, tmp_path) == []
    named = [
        seen.text() for seen in club.messages() if shown(who) in seen.text() or str(who.id) in seen.text()
    ]
    assert named == []
    assert any("a former player" in seen.text() for seen in club.messages())
    assert [line.figures for line in await leaders(club.database, club.world.guild.id)] == before


def named(club: Club, who: Player) -> list[str]:
    """Messages with a trace of a user, in any spelling."""
    texts = [seen.text() for seen in club.messages()]
    return [text for text in texts if shown(who) in text.replace("\\", "") or str(who.id) in text]


async def manage(club: Club, command: str, **options: Any) -> None:
    await club.world.owner.slash(club.world.channel, f"rook-admin {command}", **options)


async def test_player_removed_from_lobby_can_be_forgotten(club: Club, tmp_path: Path) -> None:
    """That user is at no table, and was never in a match."""
    await club.sit_down()
    who = club["Clementine"]
    await manage(club, "remove", player=who.actor, reason=f"Clementine is <@{who.id}>")
    assert named(club, who)
    data = json.loads((await club.app.people.own_data.data_of(who.id)).content)
    assert [one["what"] for one in data["removed"]] == ["removed"]
    await forget(who)
    await club.world.env.settle()
    assert named(club, who) == []
    assert traces(who, tmp_path) == []
    audit = await Player(club, club.world.owner).typed("rook-admin audit")
    assert f"<@{club.world.owner.id}> removed someone" in audit.sentence


async def test_lobby_news_name_no_forgotten_user_after_restart(club: Club) -> None:
    await club.sit_down()
    host, removed = club["Wilhelmina"], club["Clementine"]
    await host.typed("table setup", counted=True)
    panel = await host.press_in_more("Remove a player")
    await host.press("Remove Clementine", on=panel.seen)
    await host.command("leave")
    await club["Bartholomew"].command("table")  # posted again, with the news
    assert named(club, host)
    assert named(club, removed)
    await club.restart()
    for who in (host, removed):
        await forget(who)
    await club.world.env.settle()
    assert named(club, host) + named(club, removed) == []


async def test_managers_note_at_other_table_names_no_forgotten_user(club: Club) -> None:
    await a_match(club)
    who = club["Wilhelmina"]
    await club["Clementine"].command("new")
    await manage(club, "close", reason="Wilhelmina wants this channel")
    await club["Clementine"].command("new")
    await manage(club, "close", reason="the Wilhelminas play here")
    await forget(who)
    await club.world.env.settle()
    reasons = [act.reason for act in await club.app.server.management.audit(club.world.guild.id, 1)]
    assert reasons == ["the Wilhelminas play here", "-", "-"]
    assert not any("wants this channel" in seen.text() for seen in club.messages())


async def test_ruling_in_match_under_way_names_no_forgotten_user(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Wil_hel*mina", *NAMES[1:])) as club:
        await club.begin()
        who, other = club["Wil_hel*mina"], club["Clementine"]
        await manage(club, "penalty", player=who.actor, points=5, reason=f"as <@{who.id}> knows")
        await manage(club, "penalty", player=other.actor, points=5, reason="with Wil_hel*mina")
        await manage(club, "penalty", player=other.actor, points=5, reason="too slow")
        await forget(who)
        await club.world.env.settle()
        assert traces(who, tmp_path) == []
        assert b"hel\\*mina" not in (tmp_path / "rookery.sqlite3").read_bytes()
        sheet = (await other.command("show", what="score")).sentence
        assert "mina" not in sheet
        assert str(who.id) not in sheet
        assert "too slow" in sheet
        assert named(club, who) == []


@pytest.mark.timeout(120)
async def test_refused_edits_of_old_messages_are_retried_ever_more_seldom(
    club: Club,
) -> None:
    await a_match(club)
    who = club["Wilhelmina"]
    assert len(named(club, who)) == 2
    for call in (Call.EDIT_MESSAGE, Call.DELETE_MESSAGE):
        club.world.make_fail(call, status=403, code=50013, times=None)
    before = len(club.world.env.http_requests)
    for _ in range(3):
        await forget(who)  # further requests, which do not shorten the pause
    for _ in range(24):
        await club.world.env.advance_time(600)
    tries = [one for one in club.world.env.http_requests[before:] if one.path.startswith("/channels/")]
    assert 3 <= len(tries) <= 6
    club.world.end_trouble()
    for _ in range(48):
        await club.world.env.advance_time(600)
    assert named(club, who) == []


async def test_forgotten_player_is_replaced_by_computer(club: Club) -> None:
    await club.begin(deals=1)
    host = club["Wilhelmina"]
    await forget(host)
    record = club.table.record
    assert record.seat_of(host.id) is None
    assert record.seats[0].computer == USUAL
    assert record.host_id == club["Bartholomew"].id
    await club.restart()
    random = Random(4)
    while club.has_table:
        seat = club.table.people_asked()
        if not seat:
            await club.world.env.settle()  # a computer's turn
            continue
        user_id = club.table.record.seats[seat[0]].user_id
        assert user_id is not None
        with club.world.as_bot():
            action = club.sensible(club.table.match.asked[seat[0]], random)
            await club.app.tables.play.act(club.channel_id, user_id, action)
    assert any("🏆" in seen.text() for seen in club.messages())


async def test_lone_forgotten_player_closes_the_table(club: Club) -> None:
    await club.begin_with_computers()
    table_id = club.table.record.id
    await forget(club["Wilhelmina"])
    stored = await TableStore(club.database).table(table_id)
    assert stored is not None
    assert stored.status is Status.CANCELLED


async def test_forgotten_user_returns_as_a_new_user(club: Club) -> None:
    await a_match(club)
    who = club["Wilhelmina"]
    await forget(who)
    assert await record_of(club.database, who.id, guild_id=club.world.guild.id) is None
    await a_match(club)
    record = await record_of(club.database, who.id, guild_id=club.world.guild.id)
    assert record is not None
    assert record.figures.matches == 1
    await forget(who)
    board = await leaders(club.database, club.world.guild.id)
    assert [line.who.names for line in board].count(("a former player",)) == 2


async def test_all_data_of_a_user_is_exported_as_a_file(club: Club) -> None:
    await a_match(club)
    who = club["Clementine"]
    await file_of(who)
    data = json.loads((await club.app.people.own_data.data_of(who.id)).content)
    assert [one["name"] for one in data["matches"]] == [shown(who)]
    assert {one["seat"] for one in data["acts"]} == {2}
    assert "token" not in json.dumps(data)
    others = [shown(player) for player in club.everyone if player is not who]
    assert not any(name in json.dumps(data) for name in others)


async def test_third_export_within_a_minute_waits(club: Club) -> None:
    who = club["Clementine"]
    for _ in range(2):
        assert "a moment ago" not in (await file_of(who)).text
    assert "You got your file a moment ago." in (await file_of(who)).sentence


async def test_privacy_page_says_what_is_kept_and_how_long(club: Club) -> None:
    said = (await club["Wilhelmina"].typed("me data")).sentence
    assert "365 days after a match, its record says only what each seat did" in said
    assert "30 days" in said
    assert "Forget me …" in said


async def test_vote_of_counted_match_never_asks_discord_for_a_former_player(club: Club) -> None:
    await club.sit_down()
    host = club.everyone[0]
    await host.typed("table setup", counted=True)
    await host.press("Start")
    await forget(club.everyone[1])
    before = len(club.world.env.http_requests)
    for what in ("close", "deal again"):
        await host.command("ask", what=what)
    asked = [call.path for call in club.world.env.http_requests[before:] if "/members/" in call.path]
    assert asked, "Discord is asked for the others"
    assert all(int(path.rpartition("/")[2]) > MOST_FORMER for path in asked)
