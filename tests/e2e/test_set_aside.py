"""A damaged table: its channel is told once, and a manager brings it back or closes it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bot.damage import Harm, act, column
from tests.e2e.players import Club, Reply, a_club

Damaged = Callable[[Harm], Awaitable[None]]

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
    """What a manager of the server is answered."""
    result = await club.world.owner.slash(club.world.channel, f"rook-admin {name}", **options)
    return Reply(club.world, result)


def told(club: Club) -> int:
    """How many messages of the channel tell of it."""
    return sum(TOLD in seen.text() for seen in club.messages())


BROKEN = act("action", "fly R14", nth=1)


async def test_its_channel_is_told_once(club: Club) -> None:
    await damage(club, BROKEN)
    assert told(club) == 1
    await damage(club)
    assert told(club) == 1


async def test_a_manager_is_told_how_many_there_are(club: Club) -> None:
    await damage(club, BROKEN)

    reply = await managed(club, "status")

    assert "1 table is damaged and set aside. It's kept as it is." in reply.sentence


async def test_whoever_asks_for_it_is_told_what_to_do_and_it_is_not_closed(club: Club) -> None:
    shown = await club.table_message()
    await damage(club, BROKEN)
    ann = club["Ann"]
    for reply in (
        await ann.command("new"),
        await ann.command("table"),
        await ann.command("hand"),
        await ann.press("My hand", on=shown),
    ):
        assert TOLD in reply.sentence
        assert "`/rook-admin repair`" in reply.sentence
    assert (await club.store.every_open_table())[0].id == 1


async def test_a_manager_brings_it_back(club: Club) -> None:
    await damage(club, BROKEN)

    reply = await managed(club, "repair")

    assert "brought this table back. It goes on from its last good play." in reply.text
    assert not reply.messages[-1].ephemeral
    assert club.table.record.id == 2
    await club.world.env.advance_time(3)
    assert "Deal 1" in (await club.table_message()).text()
    await club["Ann"].press("My hand")
    assert "no damaged table" in (await managed(club, "repair")).sentence


async def test_what_cannot_be_brought_back_can_be_closed(club: Club) -> None:
    await damage(club, column("seats", "[{"))
    assert "Too much of this table is damaged" in (await managed(club, "repair")).sentence

    closed = await managed(club, "close", reason="it is stuck")

    assert "closed this table: it is stuck." in closed.text
    assert not closed.messages[-1].ephemeral
    assert "closed the table: it is stuck" in (await managed(club, "audit")).sentence
    await club["Ann"].command("new")
    assert club.table.record.id == 2
