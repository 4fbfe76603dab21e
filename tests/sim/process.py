"""One run of the bot, from its start until it stops or is killed."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from pydantic import SecretStr

from bot.app import App, open_app
from bot.client import RookeryBot
from bot.common.arithmetic import at_once
from bot.common.errors import StoreError
from bot.common.settings import Settings
from bot.database.remembered import Remembered
from bot.database.sqlite import IN_MEMORY, SqliteDatabase
from bot.supervisor import supervise
from tests.sim.computers import SimComputers
from tests.sim.disk import SimConnection
from tests.sim.ids import EPOCH
from tests.sim.mortal import Mortal
from tests.sim.pictures import NoPictures
from tests.sim.wire import Wire, send_through

if TYPE_CHECKING:
    from tests.sim.world import World

SETTINGS: Final = Settings(
    _env_file=None, database=IN_MEMORY, keep_logs=20, keep_closed=10, keep_servers=20, last_card_pause=0
).model_copy(update={"discord_token": SecretStr("a token")})
"""The default settings, with retention short enough to be seen, a press for each action, and one key for
the tokens of all processes."""


class Process(Mortal):
    """A running bot, wired to the simulated world instead of Discord and a file."""

    def __init__(self, world: World, number: int) -> None:
        super().__init__()
        self.app: App | None = None
        self.bot: RookeryBot | None = None
        self.began_at = world.loop.time()
        self.wire = Wire(world.loop, world.server, world.weather, world.trace.note, world.laws.asked_too_soon)
        self._world = world
        self._number = number
        self.connection = SimConnection(world.disk)
        self._stopping = asyncio.Event()
        self._main = world.loop.create_task(self._run(), context=self.context)

    @property
    def is_ready(self) -> bool:
        """Whether the bot is ready for people to play."""
        return self.bot is not None and self.bot.is_ready() and not self.is_dead

    @property
    def is_spare(self) -> bool:
        """Whether it waits for a shard."""
        return False

    @property
    def is_relieved(self) -> bool:
        """Whether a spare arrived before it ended."""
        return False

    def owns(self, guild_id: int) -> bool:
        """Whether it serves a server when it is ready."""
        return True

    def __str__(self) -> str:
        return f"process {self._number}"

    # Its ends -------------------------------------------------------------------------------------

    def stop(self) -> None:
        """SIGTERM."""
        self._world.loop.call_soon(self._stopping.set, context=self.context)

    def kill(self) -> None:
        """SIGKILL."""
        if self.is_dead:
            return
        self.connection.cut_off()
        self.wire.cut_off()
        self._world.gateway.cut(self)
        self._end("killed")

    # Its life -------------------------------------------------------------------------------------

    async def _run(self) -> None:
        how = "stopped"
        try:
            await self._live()
        except StoreError as error:
            how = f"ended: {error}"
        others = [task for task in self._in_order() if task is not self._main and not task.done()]
        for task in others:  # as asyncio's runner does at its end
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        self._is_ending = True
        self._end(how)

    def _end(self, how: str) -> None:
        self._die()
        self._world.processes.ended(self, how)

    async def _live(self) -> None:
        world = self._world
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]  # it keeps locks
        database = SqliteDatabase(IN_MEMORY, self.connection, contextlib.AsyncExitStack())
        try:
            await Remembered(database).test_writing()
            async with open_app(
                SETTINGS,
                database=database,
                computers=SimComputers(world.chance.of("computers", self._number)),
                pictures=NoPictures(),
                ask=at_once,
                random=world.chance.of("cards", self._number),
                now=lambda: EPOCH + world.loop.time() + world.weather.skew,
            ) as self.app:
                app = self.app
                app.tables.desk.listen(world.laws.told)
                background = [
                    asyncio.create_task(work)
                    for work in (
                        *(
                            app.maintenance.retention.delete_on_schedule(),
                            app.people.own_data.retry_forever(),
                        ),
                        app.league.leagues.close_on_time(),
                        app.evenings.end_on_schedule(),
                    )
                ]
                try:
                    await supervise(
                        lambda: self._connect(app), fatal=(discord.LoginFailure,), stopping=self._stopping
                    )
                finally:
                    for task in background:
                        task.cancel()
                        with contextlib.suppress(asyncio.CancelledError):
                            await task
        finally:
            await database.close()

    async def _connect(self, app: App) -> None:
        async with RookeryBot(app) as bot:
            send_through(bot, self._world.loop, self.wire)
            self.bot = bot
            await bot.login("a token")
            await self._world.gateway.serve(self, bot)
