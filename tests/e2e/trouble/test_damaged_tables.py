"""A damaged table: its channel is told once, and a manager repairs or closes it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

from bot.maintenance.store import RetentionStore
from bot.models.stored_settings import Pings
from bot.server.store import ServerStore
from bot.tools.doctor import examine
from tests.application.damage import Harm, act, column, sql
from tests.database.samples import stored_tables
from tests.e2e.league.test_evenings import board, night
from tests.e2e.league.test_league_season import create
from tests.e2e.people.test_daily import play
from tests.e2e.players import Club, Reply, a_club

DAMAGED = (
    "This channel's evening can't be read anymore, so it's stuck. "
    "A manager of this server ends it with `/night end`."
)
TOLD = "This channel's table is damaged and can't be shown."


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path) as club:
        await club.begin()
        yield club


async def damage(club: Club, *harms: Harm) -> None:
    """Damage the database while the bot is down."""
    path = club.app.settings.database
    assert isinstance(path, Path)
    await club.world.env.bot.close()
    await club.close()
    for harm in harms:
        harm(path)
    bot = await club.open_app()
    await club.world.restart(lambda: bot)


async def managed(club: Club, name: str, **options: Any) -> Reply:
    """The answer to a manager of the server."""
    result = await club.world.owner.slash(club.world.channel, f"rook-admin {name}", **options)
    return Reply(club.world, result)


def told(club: Club) -> int:
    """Number of the channel's messages about the damaged table."""
    return sum(TOLD in seen.text() for seen in club.messages())


BROKEN = act("action", "fly R14", nth=1)


async def test_channel_of_damaged_table_is_told_once(club: Club) -> None:
    await damage(club, BROKEN)
    assert told(club) == 1
    await damage(club)
    assert told(club) == 1


async def test_manager_is_told_number_of_damaged_tables(club: Club) -> None:
    await damage(club, BROKEN)

    reply = await managed(club, "status")

    assert "1 table is damaged and can't be played. It's kept as it is." in reply.sentence


async def test_user_asking_for_damaged_table_is_advised_and_it_stays(club: Club) -> None:
    shown = await club.table_message()
    await damage(club, BROKEN)
    ann = club["Ann"]
    for sentence in (
        (await ann.command("new")).sentence,
        (await ann.command("table")).sentence,
        (await ann.command("hand")).sentence,
        (await ann.press("My hand", on=shown)).sentence,
    ):
        assert TOLD in sentence
        assert "`/rook-admin repair`" in sentence
    assert (await stored_tables(club.database))[0].id == 1


async def test_manager_repairs_damaged_table(club: Club) -> None:
    await damage(club, BROKEN)

    reply = await managed(club, "repair")

    assert "brought this table back. It goes on from its last good play." in reply.text
    assert not reply.messages[-1].ephemeral
    assert club.table.record.id == 2
    await club.world.env.advance_time(3)
    assert "Deal 1" in (await club.table_message()).text()
    await club["Ann"].press("My hand")
    assert "no damaged table" in (await managed(club, "repair")).sentence


async def test_damaged_table_is_offered_no_ruling(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await damage(club, BROKEN)
    await managed(club, "status")
    caplog.clear()
    assert await club.world.owner.autocomplete(club.world.channel, "rook-admin rule", "choice", "") == []
    assert "Traceback" not in caplog.text


async def test_unrepairable_table_can_be_closed(club: Club) -> None:
    await damage(club, column("seats", "[{"))
    assert "Too much of this table is damaged" in (await managed(club, "repair")).sentence

    closed = await managed(club, "close", reason="it is stuck")

    assert "closed this table: it is stuck." in closed.text
    assert not closed.messages[-1].ephemeral
    assert "closed the table: it is stuck" in (await managed(club, "audit")).sentence
    await club["Ann"].command("new")
    assert club.table.record.id == 2


@pytest.mark.parametrize(
    "harm",
    [
        "name = CAST(x'61ff' AS TEXT)",
        "seats = 'four'",
        "entrants = 'pears'",
        "created_at = 'x'",
    ],
)
async def test_damaged_league_does_not_stop_the_bot(club: Club, harm: str) -> None:
    await create(club)
    await damage(club, sql(f"UPDATE leagues SET {harm}"))
    assert club.table.record.id == 1
    [finding] = await examine(club.app.settings.database)
    assert finding.startswith("The leagues: ")


async def test_league_with_a_damaged_server_hides_no_server_that_was_left(club: Club) -> None:
    """Bug: it ended the search for servers that had removed the bot while it was away."""
    left = club.world.guild.id + 1
    await create(club)
    await ServerStore(club.database).set_default_rules(left, "kentucky")
    await damage(club, sql("UPDATE leagues SET guild_id = 'x'"))
    assert await RetentionStore(club.database).servers_left(inf) == [left]
    [finding] = await examine(club.app.settings.database)
    assert finding.startswith("The leagues: ")


@pytest.mark.parametrize(
    "harm", ["pings = 'x'", "slow_reminder = 'x'", "quiet_begins = 5000, quiet_ends = 7, quiet_zone = 'UTC'"]
)
async def test_damaged_user_setting_is_skipped_and_others_apply(club: Club, harm: str) -> None:
    ann, bob = club["Ann"], club["Bob"]
    with club.world.as_bot():
        for who in (ann, bob):
            await club.app.people.settings.set_pings(who.id, Pings.NONE)
    await damage(club, sql(f"UPDATE personal_settings SET {harm} WHERE user_id = {ann.id}"))
    assert club.app.people.settings.pings(bob.id) is Pings.NONE
    assert await examine(club.app.settings.database)


async def test_manager_ends_damaged_evening(club: Club) -> None:
    await club["Ann"].command("ask", what="close")
    await night(club, "Ann", "rotating")
    shown = await board(club)
    await damage(club, sql("UPDATE evenings SET options = '{'"))
    for sentence in (
        (await night(club, "Ann", "board")).sentence,
        (await night(club, "Ann", "join")).sentence,
        (await night(club, "Ann", "end")).sentence,
        (await night(club, "Ann", "rotating")).sentence,
        (await club["Ann"].press("Join", on=shown)).sentence,
    ):
        assert sentence == DAMAGED
    [finding] = await examine(club.app.settings.database)
    assert finding.startswith("Evening 1: ")

    result = await club.world.owner.slash(club.world.channel, "night end")

    assert Reply(club.world, result).sentence == "The evening that couldn't be read is called off."
    await night(club, "Ann", "rotating")
    assert "Ann" in (await board(club)).text()
    assert await examine(club.app.settings.database) == []


async def test_evening_with_missing_guest_row_is_paused(club: Club) -> None:
    await club["Ann"].command("ask", what="close")
    await night(club, "Ann", "rotating")
    for who in ("Bob", "Cleo", "Dan"):
        await night(club, who, "join")
    await night(club, "Ann", "start")
    await club.world.env.settle()
    await damage(club, sql(f"DELETE FROM evening_guests WHERE user_id = {club['Bob'].id}"))
    assert (await night(club, "Ann", "board")).sentence == DAMAGED


async def test_damaged_daily_result_hides_no_other_result(club: Club) -> None:
    await play(club["Ann"])
    await damage(club, sql(f"UPDATE daily_attempts SET own = 'many' WHERE user_id = {club['Ann'].id}"))
    assert "The next one comes" in (await play(club["Bob"])).text()
    assert await examine(club.app.settings.database)


async def test_waiting_user_without_readable_time_is_skipped(club: Club) -> None:
    await club["Eve"].typed("table wait")
    await damage(club, sql("UPDATE waiting SET since = 'words'"))
    assert "Something went wrong" not in (await club["Eve"].typed("table wait")).sentence
