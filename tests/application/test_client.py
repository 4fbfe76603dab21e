"""The client: what it tells Discord when it starts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self
from unittest.mock import Mock, patch

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot import client as clients
from bot import running, shard_count, supervisor
from bot.app import App, build_app, open_app
from bot.client import RookeryBot
from bot.common.errors import Displaced, StoreError
from bot.common.settings import SettingsError
from bot.common.shards import Shards
from bot.database.database import Insert, Statement
from bot.database.opening import open_database
from bot.health import Pulse
from bot.table.store.waiting import DELETE_EXPIRED
from tests.loopback.local_discord import LocalDiscord
from tests.table.people import CHANNEL, FOUR, begin, settings_for
from tests.table.stage import Stage, Thinkers
from tests.table.troubled import TroubledDatabase, reads_of


async def test_unknown_test_server_is_reported_as_broken_setting(path: Path) -> None:
    settings = settings_for(path).model_copy(update={"test_guild": 7})
    async with open_app(settings) as app, RookeryBot(app) as client:
        refusal = discord.Forbidden(Mock(status=403, reason="Forbidden"), "Missing Access")
        with (
            patch.object(client.tree, "sync", side_effect=refusal),
            pytest.raises(SettingsError, match="ROOKERY_TEST_GUILD names a server that the bot isn't in"),
        ):
            await client._register_commands()


class Connected(RookeryBot):
    """A client with successful login and connection, but without a server behind it."""

    async def login(self, token: str) -> None:
        await self._async_setup_hook()
        await self.setup_hook()

    async def connect(self, *, reconnect: bool = True) -> None:
        self.is_connected.set()
        await asyncio.Event().wait()

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.is_connected = asyncio.Event()


@pytest.fixture
async def client(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Connected]:
    """A client that connects as the command line makes it connect."""
    monkeypatch.setattr(clients, "FIRST_RETRY", 0.01)
    async with open_app(settings_for(path)) as app:
        made = Connected(app)
        monkeypatch.setattr(running, "RookeryBot", lambda _: made)
        yield made


REFUSALS = {
    "500": discord.DiscordServerError(Mock(status=500, reason="no"), ""),
    "429": discord.RateLimited(3600),
    "400": discord.HTTPException(Mock(status=400, reason="no"), ""),
    "lost": OSError("no route"),
    "store": StoreError("The disk is full."),
}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=list(REFUSALS))
async def test_refused_commands_are_registered_after_client_connects(
    client: Connected, refusal: Exception
) -> None:
    is_well = asyncio.Event()
    tries = 0

    async def sync() -> list[object]:
        nonlocal tries
        tries += 1
        if not is_well.is_set():
            raise refusal
        return []

    with patch.object(client.tree, "sync", sync):
        connecting = asyncio.create_task(running._connect(client.app, "token", []))
        await asyncio.wait_for(client.is_connected.wait(), 20)
        assert client.registering is not None
        assert not client.registering.done()
        is_well.set()
        await asyncio.wait_for(asyncio.shield(client.registering), 20)
        assert tries >= 1
        assert not connecting.done(), "it stays connected"
        assert await client.app.maintenance.upkeep.registered_commands() is not None
        await end(connecting)


async def test_client_connects_while_commands_are_being_registered(client: Connected) -> None:
    async def sync() -> list[object]:
        await asyncio.Event().wait()  # discord.py sleeps for an hour if Discord asks for it
        return []

    with patch.object(client.tree, "sync", sync):
        connecting = asyncio.create_task(running._connect(client.app, "token", []))
        await asyncio.wait_for(client.is_connected.wait(), 20)
        await end(connecting)
        assert client.registering is not None
        assert client.registering.cancelled()


async def test_pauses_between_command_registrations_grow_to_an_hour(path: Path) -> None:
    pauses = list[float]()

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 9:
            raise asyncio.CancelledError

    async with open_app(settings_for(path)) as app, RookeryBot(app) as made:
        with (
            patch.object(made.tree, "sync", side_effect=REFUSALS["500"]),
            patch("bot.client.asyncio.sleep", noted),
            pytest.raises(asyncio.CancelledError),
        ):
            await made._keep_registering()
    assert pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


async def test_connection_ends_if_bot_is_not_in_test_server(client: Connected) -> None:
    refusal = discord.Forbidden(Mock(status=403, reason="Forbidden"), "Missing Access")
    settings = client.app.settings.model_copy(update={"test_guild": 7})
    with (
        patch.object(client, "app", replace(client.app, settings=settings)),
        patch.object(client.tree, "sync", side_effect=refusal),
        pytest.raises(SettingsError),
    ):
        await asyncio.wait_for(running._connect(client.app, "token", []), 20)


async def test_client_that_could_not_begin_follows_no_table(database: TroubledDatabase, path: Path) -> None:
    """Bug: each client that found the database busy left its screens listening, with the next one's."""
    async with open_app(settings_for(path), database=database) as app:
        before = app.tables.desk._listeners.present
        with database.refusing(reads_of("shown_messages")), pytest.raises(commands.ExtensionFailed):
            async with Connected(app) as client:
                await client.login("token")
        assert app.tables.desk._listeners.present == before


async def test_process_ends_once_its_number_of_shards_is_refused_or_replaced(
    client: Connected, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: it served its servers on, and so did a process with shards of another number."""
    monkeypatch.setattr(shard_count, "LOOK_EVERY", 0.01)
    upkeep = client.app.maintenance.upkeep
    await upkeep.note_shard_count(client.app.shards.count)
    with patch.object(client.tree, "sync", return_value=[]):
        serving = asyncio.create_task(
            running._serve(client.app, "a token", Pulse(path), None, asyncio.Event())
        )
        await client.is_connected.wait()
        assert not serving.done()
        await upkeep.note_shard_count(None)
        with pytest.raises(SettingsError, match="code 4011"):
            await asyncio.wait_for(serving, 20)


@pytest.mark.parametrize(("wanted", "kept"), [(None, None), (1, 1), (2, None)])
async def test_refused_number_of_shards_is_kept_where_the_owner_has_set_it(
    client: Connected, wanted: int | None, kept: int | None
) -> None:
    """Bug: taken back, it ended all other processes, and was the same after each start."""
    app = replace(client.app, settings=client.app.settings.model_copy(update={"shards": wanted}))
    await app.maintenance.upkeep.note_shard_count(1)
    refused = discord.ConnectionClosed(Mock(close_code=4011), shard_id=0)
    with (
        patch.object(client, "connect", side_effect=refused),
        patch.object(client.tree, "sync", return_value=[]),
        pytest.raises(SettingsError, match="code 4011"),
    ):
        await asyncio.wait_for(running._connect(app, "token", []), 20)
    assert await app.maintenance.upkeep.shard_count() == kept


async def end(task: asyncio.Task[None]) -> None:
    """Stop a connection as a signal does."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_process_that_has_lost_its_database_sends_nothing_more(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug of version 3.0: a process stopped past its lease woke, and showed its tables as they had been."""
    heard: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        heard.append(request.path)
        return web.Response()

    discord_server = web.Application()
    discord_server.router.add_get("/{path}", answer)
    async with (
        open_app(settings_for(path)) as app,
        TestServer(discord_server) as server,
        aiohttp.ClientSession(trace_configs=[clients._trace(app)]) as session,
    ):
        await (await session.get(server.make_url("/before"))).read()
        monkeypatch.setattr(app.maintenance.upkeep, "check_held", Mock(side_effect=Displaced("lost")))
        requests = [session.get(server.make_url("/after")) for _ in range(2)]  # one needs a new connection
        ended = await asyncio.gather(*requests, return_exceptions=True)
    assert heard == ["/before"]
    assert [type(one) for one in ended] == [aiohttp.ClientConnectionError] * 2


class Losing:
    """A connected client. The first one loses its connection while the process takes over."""

    is_lost = asyncio.Event()
    again = asyncio.Event()

    def __init__(self, app: App) -> None:
        self._duty = app.duty
        self._is_first = not self.is_lost.is_set()
        self.front = self
        self.ready_shards = Shards()
        self.shards_away = 0
        self.registering = asyncio.create_task(asyncio.Event().wait())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.registering.cancel()

    async def login(self, token: str) -> None:
        pass

    async def connect(self) -> None:
        if self._is_first:
            await self.is_lost.wait()
            raise OSError("no route")
        self.again.set()
        await asyncio.Event().wait()

    async def wait_until_ready(self) -> None:
        pass

    async def take_over(self) -> None:
        self._duty.begun.set()


def is_after_the_tables(written: Statement | Insert) -> bool:
    """Whether it is written in the middle of a start, once the tables have been read."""
    return isinstance(written, Statement) and written.sql == DELETE_EXPIRED


async def test_connection_lost_while_a_process_takes_over_sets_no_table_aside(
    stage: Stage, path: Path, computers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the next client had everything read again, and each table stood in its own way."""
    async with stage.open() as before:
        table = await begin(before.tables, *FOUR)
    monkeypatch.setattr(running, "RookeryBot", Losing)
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0)
    settings = settings_for(path).model_copy(update={"card_faces": False})
    database = TroubledDatabase(await open_database(path), is_after_the_tables)
    database.gate.clear()
    async with build_app(settings, database=database, computers=computers) as app:
        await app.maintenance.upkeep.note_shard_count(app.shards.count)
        stopping, arrive = asyncio.Event(), partial(running._take_over, app, database)
        serving = asyncio.create_task(running._serve(app, "a token", Pulse(path), arrive, stopping))
        await database.writing.wait()
        Losing.is_lost.set()
        await Losing.again.wait()
        database.gate.set()
        await app.duty.begun.wait()

        assert not app.tables.reading.quarantined_tables()
        assert (await app.tables.reading.shown(CHANNEL)).id == table.id
        stopping.set()
        await serving
    await database.close()


class Failing(Losing):
    """A connected client. The first one fails once the process serves."""

    is_lost = asyncio.Event()
    again = asyncio.Event()

    async def connect(self) -> None:
        await self._duty.begun.wait()
        if self._is_first:
            self.is_lost.set()
            raise StoreError("busy")
        await super().connect()


async def test_failed_query_ends_no_process_that_was_once_the_spare(
    stage: Stage, path: Path, computers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: it ended the process, where one that was never a spare connected again."""
    monkeypatch.setattr(running, "RookeryBot", Failing)
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0)
    settings = settings_for(path).model_copy(update={"card_faces": False})
    async with (
        await open_database(path) as database,
        build_app(settings, database=database, computers=computers) as app,
    ):
        await app.maintenance.upkeep.note_shard_count(app.shards.count)
        stopping, arrive = asyncio.Event(), partial(running._take_over, app, database)
        serving = asyncio.create_task(running._serve(app, "a token", Pulse(path), arrive, stopping))
        await Failing.again.wait()
        stopping.set()
        await serving


async def test_shard_that_begins_again_ends_no_wait_of_another(path: Path) -> None:
    """Bug: discord.py cancelled it, and the tables of that shard stayed paused for hours."""
    async with open_app(settings_for(path)) as app, RookeryBot(app) as client:
        named = asyncio.create_task(asyncio.sleep(60))
        client._connection._ready_tasks[0] = named
        ready = asyncio.create_task(client._connection._delay_ready())
        await asyncio.sleep(0)
        await end(ready)
        assert not named.cancelling()
        await end(named)


async def test_shard_tries_again_within_half_a_minute_in_a_long_outage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: discord.py's pauses grew to 17 minutes, and all shards of the process waited."""
    here = LocalDiscord({}, latency=0)
    async with open_app(settings_for(path)) as app, RookeryBot(app) as client, here.serving():
        monkeypatch.setattr(Route, "BASE", f"{here.origin}/api/v10")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(here.gateway.url))
        await client.login("a token")
        connecting = asyncio.create_task(client.connect())
        await here.gateway.until_connected(1)
        [shard] = client.shards.values()
        assert max(shard._parent._backoff.delay() for _ in range(100)) <= 32
        await end(connecting)
