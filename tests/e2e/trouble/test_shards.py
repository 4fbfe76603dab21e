"""Servers of shards that are another process's, or not connected: they are not gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from math import inf
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.common.shards import Shards
from bot.database.database import Statement, Values
from bot.database.leases import Lease
from bot.maintenance.store import RetentionStore
from bot.table.lobby.before_match import Person
from tests.e2e.players import Club, a_club
from tests.table.stage import some_turns_of_the_loop

HERE, AWAY = 0, 1
"""Shards; the club's own server is on the first."""
HOST = Person(7, "Zoe")


class Server:
    """A server with a table, on one of two shards."""

    def __init__(self, club: Club, shard_id: int) -> None:
        guild = club.world.env.create_guild("Elsewhere", shard_id=shard_id)
        self.id = guild.id
        self.channel_id = guild.create_text_channel("card-table").id
        self._club = club

    async def open_table(self) -> None:
        with self._club.world.as_bot():
            await self._club.app.tables.lobbies.open_table(self.id, self.channel_id, HOST)
        await self._club.world.env.settle()

    async def has_table(self) -> bool:
        asked = Statement("SELECT status FROM tables WHERE channel_id = ?", Values((self.channel_id,)))
        return await self._club.database.read(asked) == [("lobby",)]

    async def is_noted_as_left(self) -> bool:
        return self.id in await RetentionStore(self._club.database).servers_left(inf)


async def hears(club: Club, event: str, shard_id: int) -> None:
    """Dispatch an event of a shard to the bot."""
    with club.world.as_bot():
        club.world.env.bot.dispatch(event, shard_id)
    await club.world.env.settle()


async def lose_server(club: Club, server: Server) -> None:
    """Remove the bot from a server while its shard is not connected, and begin a new session of the shard."""
    shard_id = club.app.shards.of(server.id)
    await hears(club, "shard_disconnect", shard_id)
    with club.world.as_bot(), patch.object(club.bot, "_turn_to_identify"):
        await club.bot.before_identify_hook(shard_id, initial=True)


@pytest.fixture
async def half(tmp_path: Path) -> AsyncIterator[Club]:
    """A club in a process with one of two shards."""
    async with a_club(tmp_path, shards=Shards(2, frozenset({HERE}))) as club:
        yield club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A club in a process with both shards."""
    async with a_club(tmp_path, shards=Shards.all(2)) as club:
        yield club


async def test_table_of_another_processs_shard_stays_open_and_its_server_is_not_noted_as_left(
    half: Club,
) -> None:
    """Bug of version 2.0: with two shards that table was closed as "no server" within eight seconds."""
    server = Server(half, AWAY)
    await server.open_table()
    await half.restart()
    assert half.bot.get_guild(server.id) is None
    assert await server.has_table()
    assert not await server.is_noted_as_left()


async def test_table_of_a_shard_that_has_not_named_its_servers_stays_open(club: Club) -> None:
    server = Server(club, AWAY)
    await server.open_table()
    await lose_server(club, server)
    assert club.bot.get_guild(server.id) is None
    await hears(club, "shard_ready", HERE)
    assert club.bot.shards_away == 1
    assert await server.has_table()
    assert not await server.is_noted_as_left()


async def test_late_ready_of_an_ended_session_closes_no_table(club: Club) -> None:
    """discord.py tells that a shard is ready seconds later, also if its session has ended since."""
    server = Server(club, AWAY)
    await server.open_table()
    await lose_server(club, server)
    await hears(club, "shard_ready", AWAY)
    assert club.bot.shards_away == 1
    assert await server.has_table()
    assert not await server.is_noted_as_left()


async def test_server_that_a_new_session_does_not_name_is_left(club: Club) -> None:
    """discord.py keeps the servers of an earlier session of a shard."""
    server = Server(club, AWAY)
    await server.open_table()
    await lose_server(club, server)
    await hears(club, "shard_connect", AWAY)
    await hears(club, "shard_ready", AWAY)
    assert club.bot.shards_away == 0
    assert not await server.has_table()
    assert await server.is_noted_as_left()


async def test_lost_shard_is_counted_until_it_is_resumed(club: Club) -> None:
    assert club.bot.shards_away == 0
    await hears(club, "shard_disconnect", AWAY)
    assert club.bot.shards_away == 1
    await hears(club, "shard_resumed", AWAY)
    assert club.bot.shards_away == 0


async def test_abandoned_turn_to_identify_leaves_the_bucket_free(club: Club) -> None:
    """Bug: it was still waited for, and then held the bucket for as long as a real one."""
    leases = club.app.duty.leases
    async with leases.alone(Lease.BUCKET):
        with patch.object(club.bot, "_number_of_buckets", return_value=1):
            waiting = asyncio.create_task(club.bot.before_identify_hook(HERE))
            await some_turns_of_the_loop()
        waiting.cancel()
        await asyncio.wait([waiting])
    async with asyncio.timeout(2), leases.alone(Lease.BUCKET):
        pass
