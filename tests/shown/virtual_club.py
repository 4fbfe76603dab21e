"""The real bot on the simulation's Discord in virtual time, without faults: one table, some people.

Requests over Discord's limits for a token or a channel are recorded.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import copy_context
from random import Random
from typing import Any, Final, TypeVar, cast

from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.app import App, open_app
from bot.client import RookeryBot
from bot.common.arithmetic import at_once
from bot.common.settings import Settings
from bot.database.sqlite import IN_MEMORY, SqliteDatabase
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import Person
from bot.table.lobby.seating import AddComputers, Sit
from bot.table.opening import WantedTable
from cogs.ui.controls import Verb
from rules.core.protocol import OptionValue
from tests.inline import InlineComputers
from tests.sim.disk import Disk, SimConnection
from tests.sim.faults import Weather
from tests.sim.gateway import Gateway
from tests.sim.ids import EPOCH, Ids
from tests.sim.loop import VirtualLoop
from tests.sim.messages import Channel, Message, Parts, Pressable
from tests.sim.pictures import NoPictures
from tests.sim.server import Answer, Press, Server
from tests.sim.wire import Wire, send_through

T = TypeVar("T")

PEOPLE: Final = tuple(
    Person(10_010_000 + number, name) for number, name in enumerate(("Ann", "Ben", "Cleo", "Dan"))
)
READY_WITHIN: Final = 60.0
ON_ITS_WAY: Final = 0.1
"""Seconds from the bot to Discord, or back."""
TOKEN_LIMIT: Final = (5, 2.0)
"""The most requests with one token, and in how many seconds."""
CHANNEL_LIMIT: Final = (5, 5.0)
"""The most messages sent or edited in a channel, and in how many seconds."""


class WatchedServer(Server):
    """A Discord that records requests it would answer with 429."""

    def __init__(self, time: Callable[[], float], ids: Ids) -> None:
        super().__init__(time, ids)
        self.too_many: list[str] = []
        self.is_watching = True
        """Off while the bot stops, which shows all it can at once."""
        self.edits = 0
        """Number of edits made with interaction tokens."""
        self._now = time
        self._asked: defaultdict[object, deque[float]] = defaultdict(deque)

    def _note(self, of: object, limit: tuple[int, float]) -> None:
        number, seconds = limit
        times = self._asked[of]
        times.append(self._now())
        while times[0] <= self._now() - seconds:
            times.popleft()
        if len(times) > number and self.is_watching:
            self.too_many.append(f"{len(times)} requests in {seconds:g} s at {self._now():.1f}")

    def edit_by_token(self, token: str, message_id: int, parts: Parts) -> Answer:
        self._note(token, TOKEN_LIMIT)
        self.edits += 1
        return super().edit_by_token(token, message_id, parts)

    def follow_up(self, token: str, data: dict[str, Any]) -> Answer:
        self._note(token, TOKEN_LIMIT)
        return super().follow_up(token, data)

    def delete_by_token(self, token: str, message_id: int) -> Answer:
        self._note(token, TOKEN_LIMIT)
        return super().delete_by_token(token, message_id)

    def edit(self, channel_id: int, message_id: int, parts: Parts) -> Answer:
        self._note(channel_id, CHANNEL_LIMIT)
        return super().edit(channel_id, message_id, parts)

    def post(self, channel_id: int, parts: Parts, nonce: object) -> Answer:
        self._note(channel_id, CHANNEL_LIMIT)
        return super().post(channel_id, parts, nonce)


class VirtualClub:
    """One channel with its messages, and people's presses in it."""

    def __init__(self, seed: int) -> None:
        loop = cast("VirtualLoop", asyncio.get_running_loop())
        self.loop = loop
        self.server = WatchedServer(loop.time, Ids(loop.time))
        weather = _Calm(Random(0), loop.time)
        guild = self.server.add_guild("Club")
        self.channel: Channel = self.server.add_channel("table", guild)
        self.guild_id = guild.id
        self.wire = Wire(loop, self.server, weather, _ignore, _ignore)
        self.gateway = Gateway(loop, self.server, weather, _ignore)
        self.disk = Disk(Random(seed), _ignore)
        self.app: App
        self.bot: RookeryBot
        self.context = copy_context()
        """The context in which events reach the bot."""

    def now(self) -> float:
        """Epoch seconds."""
        return EPOCH + self.loop.time()

    async def begin(self, people: int, seats: int, game: str, **options: OptionValue) -> ShownTable:
        """Open a table for the first people, with computers on the other seats, and start the match."""
        tables, who = self.app.tables, PEOPLE[:people]
        await tables.lobbies.open_table(
            self.guild_id, self.channel.id, who[0], WantedTable(game, options=options, seats=seats)
        )
        for person in who[1:]:
            await tables.lobbies.change_lobby(self.channel.id, Sit(person))
        if people < seats:
            await tables.lobbies.change_lobby(self.channel.id, AddComputers(who[0].id, "random", None))
        table = await tables.lobbies.start(self.channel.id, who[0].id)
        await asyncio.sleep(2)
        return table

    def hands(self, user_id: int) -> list[Message]:
        """A user's private messages that have not been deleted."""
        return self.channel.private.get(user_id, [])

    def press(self, user_id: int, message: Message, verb: Verb, argument: str | None = None) -> Press:
        """Press a button of a message, without waiting for the answer."""
        pressed = next(
            one
            for one in message.panel.controls
            if one.control.verb is verb and argument in {None, one.control.argument}
        )
        return self.press_component(user_id, message, pressed)

    def press_component(self, user_id: int, message: Message, pressed: Pressable) -> Press:
        """Press a message's button, or choose the first options of a menu."""
        component = pressed.component
        data: dict[str, Any] = {
            "interaction_type": 3,
            "custom_id": component["custom_id"],
            "component_type": component["type"],
        }
        if pressed.is_menu:
            data["values"] = [option["value"] for option in component["options"][: component["max_values"]]]
        press = self.server.press(
            user_id, self.channel, "press", message, pressed, (), control=pressed.control
        )
        self.gateway.interaction(press, data, may_manage=False)
        return press

    @property
    def table_message(self) -> Message:
        """The newest public message with a usable control; a reminder, with *My hand* alone, is none."""
        return next(
            message
            for message in reversed(self.channel.public)
            if any(one.control.verb is not Verb.HAND for one in message.panel.controls)
        )


@asynccontextmanager
async def a_virtual_club(seed: int = 1, **settings: float) -> AsyncIterator[VirtualClub]:
    """A club with the bot connected."""
    async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]  # it keeps locks
    club = VirtualClub(seed)
    database = SqliteDatabase(IN_MEMORY, SimConnection(club.disk), AsyncExitStack())
    chosen = Settings.model_validate({"_env_file": None, "database": IN_MEMORY, **settings})
    try:
        async with (
            open_app(
                chosen,
                database=database,
                computers=InlineComputers(),
                pictures=NoPictures(),
                ask=at_once,
                random=Random(seed),
                now=club.now,
            ) as club.app,
            RookeryBot(club.app) as club.bot,
        ):
            send_through(club.bot, club.loop, club.wire)
            await club.bot.login("a token")
            serving = asyncio.create_task(club.gateway.serve(cast("Any", club), club.bot))
            async with asyncio.timeout(READY_WITHIN):
                await club.bot.wait_until_ready()
            try:
                yield club
            finally:
                serving.cancel()
                await asyncio.wait([serving])
    finally:
        club.disk.connection.close()


def in_virtual_time(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine on the simulation's loop."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work())


class _Calm(Weather):
    """Weather without faults."""

    def delay(self) -> float:
        return ON_ITS_WAY


def _ignore(line: str) -> None:
    """Ignore a line of the trace."""
