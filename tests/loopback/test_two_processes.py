"""Two processes with a shard each: what a user does in a server of one is true in a server of the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from cogs.people.settings import LOOK, WORDS
from cogs.ui.controls import Verb
from tests.loopback.club import Club, a_club
from tests.loopback.player import Player, playing
from tests.postgres import PostgresServer
from tests.sim.server import Press

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(120)]

PRESSES: Final = 5
STRANGER: Final = 99
SOON: Final = 10.0
"""Seconds until a notice has reached the other process, on a busy machine too."""


@pytest.fixture
async def club(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[Club]:
    """Two players at a table each, of two servers on two shards of two processes."""
    async with a_club(
        postgres,
        tmp_path,
        tables=2,
        processes=2,
        shards=2,
        is_paced=False,
        settings={"ROOKERY_SHARDS_A_PROCESS": "1"},
    ) as club:
        async with playing(club.players):
            await club.play_on(PRESSES)
        held = [await club.fleet.shards_of(one) for one in club.fleet.running]
        assert sorted(map(min, held)) == [0, 1]
        yield club


async def typed(club: Club, user_id: int, channel_id: int, name: str) -> Press:
    """A command that is answered."""
    press = club.discord.command(user_id, channel_id, name)
    assert await club.discord.answered(press)
    await club.discord.until(lambda: press.said != "")
    return press


async def pressed(club: Club, before: Press, verb: Verb, argument: str = "") -> Press:
    """A press on a control of an earlier answer; answered, at the latest in a later message."""
    message = before.original
    assert message is not None
    [control] = [
        one for one in message.panel.controls if (one.control.verb, one.control.argument) == (verb, argument)
    ]
    press = club.discord.press(before.user_id, message, control)
    assert await club.discord.answered(press)
    return press


def public_text(player: Player) -> str:
    """All that a player's channel shows to everyone."""
    return "\n".join(message.panel.text for message in player.channel.public)


async def test_user_forgotten_in_one_server_is_gone_from_their_table_in_another(club: Club) -> None:
    seated, other = club.players
    name = f"Player {seated.id}"
    assert name in public_text(seated)
    told = await typed(club, seated.id, other.channel.id, "me data")
    asked = await pressed(club, told, Verb.ASK_FORGET)
    await pressed(club, asked, Verb.FORGET)
    await club.discord.until(lambda: name not in public_text(seated))
    await typed(club, STRANGER, seated.channel.id, "rook table")
    assert name not in public_text(seated)
    assert str(seated.id) not in str(await club.fleet.rows("SELECT host_id, seats FROM tables"))


async def test_own_setting_changed_in_one_server_holds_in_another(club: Club) -> None:
    one, other = club.players
    before = await typed(club, one.id, one.channel.id, "me settings")
    assert LOOK[False] in before.said
    told = await typed(club, one.id, other.channel.id, "me settings")
    await pressed(club, told, Verb.SET_LOOK, WORDS)
    async with asyncio.timeout(SOON):
        while LOOK[False] in before.said:
            before = await typed(club, one.id, one.channel.id, "me settings")
    assert LOOK[True] in before.said
