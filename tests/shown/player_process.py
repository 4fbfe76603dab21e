"""A process that plays a match in the channel of a small Discord until it is stopped or killed.

It runs the real application on a real file. Requests to Discord go through a pipe, so that Discord outlives
the process.
"""

from __future__ import annotations

import asyncio
import signal
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

import discord
from discord import ui

from bot.app import App, open_app
from bot.client import RookeryBot
from bot.common.errors import NoTable, Refused
from bot.common.settings import Settings
from bot.common.shards import Shards
from bot.table.lobby.before_match import Person
from bot.table.lobby.seating import Sit
from bot.table.opening import WantedTable
from cogs.dispatch.front import Front
from tests.inline import InlineComputers
from tests.shown.small_discord import CHANNEL, GUILD, Answer, Call
from tests.table.people import FOUR, answer

SEEN: Final[Any] = SimpleNamespace(guild=SimpleNamespace(id=GUILD, get_channel_or_thread=lambda _: None))
"""The channel as Discord's events describe it."""
ERRORS: Final = {403: discord.Forbidden, 404: discord.NotFound}


class Wire:
    """The bot's end of the pipe: requests go out, answers and events come in."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = asyncio.Lock()

    async def request(self, call: Call) -> int:
        """Send a request; returns the id of the message."""
        async with self._lock:
            reply: Answer = await asyncio.to_thread(self._exchange, call)
        if reply.status >= 400:
            kind = ERRORS.get(reply.status, discord.HTTPException)
            raise kind(cast("Any", SimpleNamespace(status=reply.status, reason="")), {"code": reply.code})
        return reply.message_id

    async def tell(self, news: str) -> None:
        """Send a line on the state of the match."""
        async with self._lock:
            await asyncio.to_thread(self._exchange, news)

    def _exchange(self, what: object) -> Any:
        self._pipe.send(what)
        return self._pipe.recv()


def components_of(view: ui.LayoutView) -> list[dict[str, Any]]:
    """The components of a view as sent to Discord."""
    return cast("list[dict[str, Any]]", view.to_components())  # type: ignore[no-untyped-call]


class Message:
    """A message of the bot."""

    def __init__(self, wire: Wire, message_id: int) -> None:
        self.id = message_id
        self._wire = wire

    async def edit(
        self, *, view: ui.LayoutView, attachments: object = (), allowed_mentions: object = None
    ) -> None:
        await self._wire.request(Call("edit", self.id, components_of(view)))

    async def delete(self) -> None:
        await self._wire.request(Call("delete", self.id))


class Channel:
    """The channel."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def get_partial_message(self, message_id: int) -> Message:
        return Message(self._wire, message_id)

    async def send(
        self,
        *,
        view: ui.LayoutView,
        files: object = (),
        nonce: str | None = None,
        allowed_mentions: object = None,
    ) -> Message:
        return Message(self._wire, await self._wire.request(Call("send", None, components_of(view), nonce)))


class OneChannelBot:
    """Stands for the client, as far as messages need it."""

    def __init__(self, app: App, wire: Wire) -> None:
        self.app = app
        self.tree = SimpleNamespace(error=lambda handler: handler)
        self.front: Any = None
        self.screens: Any = None
        self.ready_shards = Shards()
        self._wire = wire

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    def add_listener(self, listener: object) -> None:
        return

    def remove_listener(self, listener: object) -> None:
        return

    def get_guild(self, guild_id: int) -> object:
        return SEEN.guild

    def get_partial_messageable(self, channel_id: int, guild_id: int | None = None) -> Channel:
        assert channel_id == CHANNEL
        return Channel(self._wire)


async def _play(path: Path, seed: int, deals: int, wire: Wire, events: Connection) -> None:
    """Play the channel's match from its stored state to its end, and wait to be stopped."""
    settings = Settings(
        _env_file=None,
        database=path,
        pace=0,
        deal_pause=0,
        last_card_pause=0,
        remind_after=0,
        turn_limit=0,
        edit_interval=0.3,
    )
    stopping = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
    async with open_app(settings, computers=InlineComputers(), random=Random(seed)) as app:
        front = Front(cast("RookeryBot", OneChannelBot(app, wire)))
        await front.cog_load()
        playing = asyncio.create_task(_act(app, wire, Random(seed), deals))
        told: set[asyncio.Task[None]] = set()

        def hear() -> None:
            events.recv()
            told.add(asyncio.create_task(front.on_guild_channel_update(SEEN, SEEN)))

        asyncio.get_running_loop().add_reader(events.fileno(), hear)
        await stopping.wait()
        playing.cancel()
        await asyncio.wait([playing])
        await front.cog_unload()


async def _act(app: App, wire: Wire, random: Random, deals: int) -> None:
    tables = app.tables
    if not await _is_begun(app):
        await _begin(app, deals)
    try:
        while True:
            view = (await tables.reading.shown(CHANNEL)).view
            assert view is not None
            if view.deal == deals and max(seat.cards for seat in view.seats) <= 1:
                await wire.tell("close")
            await answer(tables, random, CHANNEL)
    except NoTable:
        await wire.tell("over")


async def _is_begun(app: App) -> bool:
    try:
        await app.tables.reading.recall(CHANNEL, 1)
    except Refused:
        return False
    return True


async def _begin(app: App, deals: int) -> None:
    people: list[Person] = list(FOUR)
    await app.tables.lobbies.open_table(
        GUILD, CHANNEL, people[0], WantedTable("kentucky", options={"deals": deals})
    )
    for person in people[1:]:
        await app.tables.lobbies.change_lobby(CHANNEL, Sit(person))
    await app.tables.lobbies.start(CHANNEL, people[0].id)


def play_until_stopped(path: Path, seed: int, deals: int, pipe: Connection, events: Connection) -> None:
    """Play in a process of its own; an event says that rights have changed."""
    asyncio.run(_play(path, seed, deals, Wire(pipe), events))
