"""Runs the bot on Discord: gets its shards, serves them, hands them over, and closes everything in order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack
from functools import cache, partial
from typing import Any, Unpack

import discord

from bot.app import App, Parts, build_app
from bot.clerk import keep_at, serve_as_clerk
from bot.client import RookeryBot
from bot.common.background import Background, cut_off
from bot.common.errors import StoreError
from bot.common.loop import collect_seldom
from bot.common.settings import Settings, SettingsError
from bot.condition import keep_gauges
from bot.database.database import Database
from bot.database.opening import open_database
from bot.discord_account import DiscordEmojis
from bot.handover import NotTakenOver, find_post, hand_over, take_over
from bot.health import Pulse
from bot.shard_count import agree_on_shards, ask_discord, watch_count
from bot.stopping import Ending, end_on_signals
from bot.supervisor import LOGIN_REFUSED, REFUSALS, TOO_FEW_SHARDS, code_of, supervise

Arrive = Callable[[], Coroutine[Any, Any, None]]
"""Takes over from the process that serves these shards still."""
Arriving = Callable[[], asyncio.Task[None]]
"""The same as a task, begun by the first call."""


async def run(settings: Settings, token: str) -> None:
    """Run the bot until SIGTERM or SIGINT.

    Raises:
        SettingsError: Discord refuses the token, or what the settings ask for.
        StoreError: the database cannot be used, or was lost.
    """
    ending, pulse = end_on_signals(), Pulse(settings.database)
    async with AsyncExitStack() as closing:
        database = await open_database(settings.database, alone=False, lease=settings.lease)
        closing.push_async_callback(database.close)
        database.is_patient = True
        pulse.begin()  # not before: it removes the files of others, and one may have the database
        try:
            count = await agree_on_shards(database, settings.shards, lambda: ask_discord(token))
            await serve(settings, token, database, count, pulse, ending)
        except discord.LoginFailure:
            raise SettingsError(LOGIN_REFUSED) from None
    pulse.end()


async def serve(
    settings: Settings,
    token: str,
    database: Database,
    count: int,
    pulse: Pulse,
    ending: Ending,
    /,
    **parts: Unpack[Parts],
) -> None:
    """Wait for shards of ``count`` to serve, and serve them until ``ending`` begins.

    Raises:
        LoginFailure: Discord refuses the token.
        SettingsError: Discord refuses what the settings ask for, or there is another number of shards now.
        StoreError: the database was lost.
    """
    waiting = asyncio.create_task(pulse.keep_as_spare())
    post = await find_post(database, count, settings.shards_a_process, ending.begun)
    await cut_off([waiting])
    if post is None:
        return
    parts["shards"], parts["database"] = post.shards, database
    async with build_app(settings, **parts) as app:
        ending.prepare_with(lambda: _hand_over(app, database))
        arrive = partial(_take_over, app, database) if post.is_served else None
        try:
            if arrive is None:
                await _resume(app, database)
                app.duty.begun.set()
            await _serve(app, token, pulse, arrive, ending.begun)
        except Exception as error:
            ending.begin(error)  # what the app has under way may wait for a database that hangs
            raise


async def _resume(app: App, database: Database) -> None:
    """Read what was left; from then on no press waits long for the database."""
    await app.resume()
    database.is_patient = False


async def _take_over(app: App, database: Database) -> None:
    """Say that this process has arrived, and read what the other one has left once it has ended."""
    await take_over(database, app.shards)
    await _resume(app, database)


async def _hand_over(app: App, database: Database) -> bool:
    """Have the spare connect, and leave new presses to it; returns whether it has arrived."""
    app.duty.is_over = await hand_over(database, app.shards, app.settings.handover)
    return app.duty.is_over


async def _serve(app: App, token: str, pulse: Pulse, arrive: Arrive | None, stopping: asyncio.Event) -> None:
    """Connect to Discord and work until told to stop, or until this process may not continue."""
    clients: list[RookeryBot] = []
    background, once = Background(), None
    watching = background.begin(app.maintenance.upkeep.watch_database())
    counting = background.begin(watch_count(app.maintenance.upkeep, app.shards.count))
    background.begin(keep_at(pulse.keep, app, lambda: _shards_away(app, clients)))
    background.begin(keep_at(_on_duty, app, app.league.leagues.close_on_time))
    background.begin(keep_at(_on_duty, app, app.evenings.end_on_schedule))
    background.begin(keep_at(serve_as_clerk, app))
    if app.settings.metrics_port is not None:
        background.begin(keep_at(keep_gauges, app))
    fatal = discord.LoginFailure, SettingsError, NotTakenOver
    if arrive is not None:  # what is half taken over is not read a second time, not even by another client
        once = cache(lambda: background.begin(arrive()))
    connecting = supervise(lambda: _connect(app, token, clients, once), fatal=fatal, stopping=stopping)
    serving = asyncio.create_task(connecting)
    try:
        await _until_one_fails([serving, watching, counting], serving)
    finally:
        serving.cancel()
        await asyncio.wait([serving])  # it limits how long its client may take to close
        await background.cancel()


async def _on_duty(app: App, work: Callable[[], Awaitable[object]]) -> None:
    await app.duty.begun.wait()
    await work()


def _shards_away(app: App, clients: list[RookeryBot]) -> int:
    """How many of this process's shards are not connected."""
    return sum(client.shards_away for client in clients) if clients else len(app.shards.mine)


async def _connect(app: App, token: str, clients: list[RookeryBot], arrive: Arriving | None = None) -> None:
    """Run a client until its connection ends."""
    async with RookeryBot(app) as client:
        clients[:] = [client]
        await client.login(token)  # loads the cogs: what they allocate is frozen next
        collect_seldom()
        assert client.registering is not None
        connection = asyncio.create_task(client.connect())
        needed = [connection, client.registering, asyncio.create_task(_arrive(app, client, arrive))]
        optional = []
        if app.settings.card_faces:
            optional.append(asyncio.create_task(app.delivery.card_faces.keep(DiscordEmojis(client))))
        try:
            await _until_one_fails(needed, connection)
        except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
            if (code := code_of(error)) not in REFUSALS:
                raise
            # A number that the owner has set would be the same after the next start.
            if code == TOO_FEW_SHARDS and app.settings.shards != app.shards.count:
                await app.maintenance.upkeep.note_shard_count(None)
            raise SettingsError(REFUSALS[code]) from None
        finally:
            await cut_off([*needed, *optional])


async def _arrive(app: App, client: RookeryBot, arrive: Arriving | None) -> None:
    """Take over from the process that serves these shards still, once the client is connected, too."""
    if arrive is not None and not app.duty.begun.is_set():
        await client.wait_until_ready()
        try:
            await asyncio.shield(arrive())
            await client.front.take_over()
        except StoreError as error:
            raise NotTakenOver(str(error)) from error


async def _until_one_fails(tasks: Iterable[asyncio.Task[None]], last: asyncio.Task[None]) -> None:
    """Wait until one task ends, or another fails; raises its error."""
    running = set(tasks)
    while last in running:
        done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if not task.cancelled():  # a client that closes cancels the registration of its commands
                task.result()
