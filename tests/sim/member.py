"""One of several processes of the bot on one database, run by the functions that run the real one.

A killed process's leases are free at once, a frozen one's when the lease is over; its session has ended then.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from contextvars import Context
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot import clerk, handover, running, shard_count
from bot.app import App
from bot.client import RookeryBot
from bot.common.arithmetic import at_once
from bot.common.errors import Displaced
from bot.database.leases import Leases
from bot.database.sqlite import IN_MEMORY, SqliteDatabase
from bot.health import Pulse
from bot.maintenance import upkeep
from bot.maintenance.upkeep import Upkeep
from bot.running import serve
from bot.stopping import ENDED_WITHIN, Ending
from tests.sim.computers import SimComputers
from tests.sim.disk import SimConnection
from tests.sim.ids import EPOCH
from tests.sim.leases import BoardLeases
from tests.sim.loop import OWNER, VirtualLoop
from tests.sim.pictures import NoPictures
from tests.sim.process import SETTINGS, Process
from tests.sim.wire import send_through

if TYPE_CHECKING:
    from tests.sim.world import World

OWN_SETTINGS: Final = SETTINGS.model_copy(
    update={"shards_a_process": 1, "card_faces": False, "backup_every": 0, "handover": 60.0}
)
LOST: Final = "The session of this process was ended."
SELDOM: Final = (
    (handover, "LOOK_EVERY", 3.0),
    (clerk, "LOOK_EVERY", 20.0),
    (shard_count, "LOOK_EVERY", 30.0),
    (upkeep, "LOOK_EVERY", 2.0),
    (upkeep, "TRY_EVERY", 30.0),
)
"""Intervals in seconds, longer than the real ones for speed."""


class Notices:
    """Carries notices between the processes, in the order they were sent."""

    def __init__(self, loop: VirtualLoop, delay: Callable[[], float]) -> None:
        self._loop = loop
        self._delay = delay
        self._listening: dict[SharedDatabase, Context] = {}
        self._arrival = 0.0

    def join(self, database: SharedDatabase, context: Context) -> None:
        """Send a database all notices from now on."""
        self._listening[database] = context

    def leave(self, database: SharedDatabase) -> None:
        """Stop sending to a database."""
        self._listening.pop(database, None)

    def send(self, kind: str, text: str) -> None:
        """Send a notice to all that listen."""
        self._arrival = max(self._arrival, self._loop.time() + self._delay())
        for database, context in self._listening.items():
            self._loop.call_at(self._arrival, database.hear, kind, text, context=context)


class SharedDatabase(SqliteDatabase):
    """A process's session of the database that it shares with others."""

    def __init__(self, connection: SimConnection, leases: Leases, notices: Notices) -> None:
        super().__init__(IN_MEMORY, connection, contextlib.AsyncExitStack())
        self.leases = leases
        self._session = connection
        self._notices = notices

    def check_held(self) -> None:
        """Raise ``Displaced`` if the session has ended."""
        if self._session.is_cut_off:
            raise Displaced(LOST)

    async def notify(self, kind: str, text: str) -> None:
        """Send a notice to every process."""
        await self._session.reach()
        self._notices.send(kind, text)

    def hear(self, kind: str, text: str) -> None:
        """Receive a notice."""
        self._tell(kind, text)


class SimEnding(Ending):
    """The end of a simulated process. Its time limit calls ``cut_off`` instead of ending this process."""

    def __init__(self, cut_off: Callable[[], None], loop: VirtualLoop, outside: Context) -> None:
        super().__init__()
        self.is_relieved = False
        """Whether a spare has arrived to take over."""
        self._cut_off = cut_off
        self._loop = loop
        self._outside = outside

    def prepare_with(self, before: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """Record whether a spare arrives."""

        async def noted() -> None:
            self.is_relieved = bool(await before())

        super().prepare_with(noted)

    def begin(self, error: Exception | None = None) -> None:
        """Begin the end, within some seconds of virtual time."""
        if not self.begun.is_set():
            self.begun.set()
            self._loop.call_later(ENDED_WITHIN, self._cut_off, context=self._outside)


class Member(Process):
    """A process that takes a shard, or waits as the spare."""

    def __init__(self, world: World, number: int) -> None:
        self._kept: list[asyncio.Handle] | None = None
        """Callbacks kept for when it wakes; None while it is awake."""
        self.is_stopping = False
        """Whether it was told to stop."""
        self._is_to_sleep = False
        self._lease_over: asyncio.TimerHandle | None = None
        super().__init__(world, number)
        self.leases = BoardLeases(world.board, self.connection.reach)
        self._ending = SimEnding(self._cut_off, world.loop, world.weather.context)
        self._database = SharedDatabase(self.connection, self.leases, world.notices)
        world.notices.join(self._database, self.context)
        self.wire.carried_out = lambda request: world.duties.requested(self, request)

    @property
    def is_ready(self) -> bool:
        """Whether people can play in the servers of its shard."""
        is_awake = self._kept is None and not self.connection.is_cut_off
        return super().is_ready and is_awake and self.app is not None and self.app.duty.begun.is_set()

    @property
    def is_spare(self) -> bool:
        """Whether it waits for a shard."""
        return self.app is None

    @property
    def is_relieved(self) -> bool:
        """Whether a spare arrived before it ended."""
        return self._ending.is_relieved

    def owns(self, guild_id: int) -> bool:
        """Whether a server is of its shard."""
        return self.app is not None and self.app.shards.owns(guild_id)

    # Its ends -------------------------------------------------------------------------------------

    def stop(self) -> None:
        """SIGTERM."""
        self.is_stopping = True
        self._world.duties.told_to_stop()
        self._world.loop.call_soon(self._ending.ask, context=self.context)

    def kill(self) -> None:
        """SIGKILL."""
        self._ending.is_relieved = False
        super().kill()

    def freeze(self) -> None:
        """SIGSTOP, outside of a transaction; its session is ended after the lease."""
        self._is_to_sleep = True

    def wake(self) -> None:
        """SIGCONT."""
        self._is_to_sleep = False
        kept, self._kept = self._kept, None
        if self._lease_over is not None:
            self._lease_over.cancel()
        self._world.loop.run_again(kept or ())

    def may_run(self, handle: asyncio.Handle) -> bool:
        """Keep a callback for later while it is frozen."""
        if self._is_to_sleep and self._kept is None and self._world.disk.user is not self.connection:
            self._kept = []
            self._lease_over = self._world.loop.call_later(
                OWN_SETTINGS.lease, self._lose_session, context=self._world.weather.context
            )
        if self._kept is not None and not self.is_dead:
            self._kept.append(handle)
            return False
        return super().may_run(handle)

    def _lose_session(self) -> None:
        self._world.trace.note(f"{self} has lost its session")
        self.connection.why = Displaced(LOST)
        self.wire.cut_off()
        self._leave()

    def _cut_off(self) -> None:
        """End at once: the time to stop is over."""
        super().kill()

    def _end(self, how: str) -> None:
        self._leave()
        super()._end(how)

    def _leave(self) -> None:
        self.connection.cut_off()
        self.leases.lose()
        self._world.notices.leave(self._database)

    # Its life -------------------------------------------------------------------------------------

    def begin(self, bot: RookeryBot, app: App) -> None:
        """Register the client and, the first time, the services."""
        send_through(bot, self._world.loop, self.wire)
        self.bot = bot
        if self.app is None:
            self.app = app
            app.tables.desk.listen(self._world.laws.told)
            self._world.loop.create_task(self._note_begun(app), context=self.context)

    async def _note_begun(self, app: App) -> None:
        await app.duty.begun.wait()
        self.began_at = self._world.loop.time()

    async def connect(self, bot: RookeryBot) -> None:
        """Connect its client."""
        await self._world.gateway.serve(self, bot)

    async def _live(self) -> None:
        world = self._world
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]  # it keeps locks
        try:
            await Upkeep(self._database).note_shard_count(world.server.shards)
            await serve(
                OWN_SETTINGS,
                "a token",
                self._database,
                world.server.shards,
                _NoPulse(IN_MEMORY),
                self._ending,
                computers=SimComputers(world.chance.of("computers", self._number)),
                pictures=NoPictures(),
                ask=at_once,
                random=world.chance.of("cards", self._number),
                now=lambda: EPOCH + world.loop.time() + world.weather.skew,
            )
        finally:
            await self._database.close()


class _Client(RookeryBot):
    """The client of the process that makes it, on the simulated gateway."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        owner = OWNER.get()
        assert isinstance(owner, Member)
        self._owner = owner
        owner.begin(self, app)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the simulated gateway."""
        await self._owner.connect(self)


class _NoPulse(Pulse):
    """A pulse without a file: there is no health check of a simulated process."""

    async def keep(self, app: App, shards_away: Callable[[], int]) -> None:
        """Wait until cancelled."""
        await asyncio.Event().wait()

    async def keep_as_spare(self) -> None:
        """Wait until cancelled."""
        await asyncio.Event().wait()


@contextlib.contextmanager
def simulated_running() -> Iterator[None]:
    """Make ``bot.running`` use the simulated client."""
    with contextlib.ExitStack() as patched:
        for module, name, seconds in SELDOM:
            patched.enter_context(patch.object(module, name, seconds))
        patched.enter_context(patch.object(running, "RookeryBot", _Client))
        patched.enter_context(patch.object(running, "collect_seldom", lambda: None))
        yield
