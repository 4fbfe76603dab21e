"""Every table ends: lobbies and abandoned matches at the time on their message; absent hosts are replaced."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.models.endings import Ending
from bot.models.stored_tables import Status
from bot.table.store.tables import TableStore
from tests.database.samples import stored_tables
from tests.e2e.players import Club, a_club

HOURS, DAYS, HOST_TIMEOUT = 24, 7, 600
HOUR, DAY = 3600, 24 * 3600


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, lobby_hours=HOURS, deserted_days=DAYS, host_patience=HOST_TIMEOUT) as club:
        yield club


async def let_pass(club: Club, seconds: float) -> None:
    await club.world.env.advance_time(seconds)


def told_end(text: str) -> int:
    """The time at which a message says that its table ends."""
    found = re.search(r"(?:Closes|ends) <t:(\d+):R>", text)
    assert found is not None, text
    return int(found[1])


async def test_lobby_closes_at_the_time_on_its_message(club: Club) -> None:
    await club["Ann"].command("new")
    [table] = await stored_tables(club.database)
    assert told_end((await club.table_message()).text()) == int(table.created_at + HOURS * HOUR)

    await let_pass(club, HOURS * HOUR - 60)
    assert await stored_tables(club.database)
    await let_pass(club, 120)
    assert not await stored_tables(club.database)
    ended = await TableStore(club.database).table(table.id)
    assert ended is not None
    assert (ended.status, ended.ended) == (Status.CANCELLED, Ending.DESERTED)
    assert "closed" in (await club.table_message()).text()


async def test_restart_keeps_closing_time_of_unloaded_lobby(club: Club) -> None:
    await club["Ann"].command("new")
    await let_pass(club, 10 * HOUR)
    await club.restart_unloaded()
    await let_pass(club, 13 * HOUR)
    assert await stored_tables(club.database)
    await let_pass(club, HOUR + 60)
    assert not await stored_tables(club.database)


@pytest.mark.parametrize("game", ["kentucky", "old_solitaire"])
async def test_abandoned_match_ends_at_the_time_on_its_message(club: Club, game: str) -> None:
    if game == "kentucky":
        await club.begin(game=game)
    else:
        await club.begin_with_computers(game=game)
    [table] = await stored_tables(club.database)
    log = await TableStore(club.database).log(table.id)
    assert told_end((await club.table_message()).text()) == int(log[-1].at + DAYS * DAY)

    await let_pass(club, DAYS * DAY - HOUR)
    assert await stored_tables(club.database)
    await let_pass(club, HOUR + 60)
    assert not await stored_tables(club.database)


async def test_occasional_answer_keeps_the_match_open(club: Club) -> None:
    await club.begin()
    for _ in range(3):
        await let_pass(club, 5 * DAY)
        await club.load_tables()
        await club.asked.move("pass")
    assert await stored_tables(club.database)


async def test_absent_host_is_replaced_by_next_active_player(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await ann.command("new")
    await bob.take_seat(2)
    await ann.press("Fill with computers")

    refused = await bob.press("Start")
    assert re.fullmatch(
        r"Only the table's host can do that\. If the host stays away, you can do it <t:\d+:R>\.",
        refused.sentence,
    )
    assert (await club["Eve"].press("Start")).sentence == "Only the table's host can do that. Ask them."

    await let_pass(club, HOST_TIMEOUT + 1)
    await bob.press("Start")
    await club.load_tables()
    assert club.table.record.host_id == bob.id
    assert club.table.record.status is Status.PLAYING
