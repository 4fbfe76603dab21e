"""The Discord client: finds and loads the extensions, and registers the slash commands when they change."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import json
import logging
import pkgutil
import re
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from importlib.machinery import SourceFileLoader
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands
from discord.state import AutoShardedConnectionState

from bot.app import App
from bot.common.background import Background
from bot.common.errors import StoreError
from bot.common.settings import SettingsError
from bot.common.shards import Shards
from bot.database.leases import Lease

log = logging.getLogger(__name__)

NOT_IN_TEST_GUILD: Final = (
    "ROOKERY_TEST_GUILD names a server that the bot isn't in. Invite the bot there, or leave the setting out "
    "to have the commands everywhere."
)
NOT_REGISTERED: Final = (
    "The commands could not be registered (%s). People can play on with those Discord has. "
    "The next try is in %d seconds."
)
FIRST_RETRY: Final = 60.0
"""Seconds until a failed registration of the commands is retried; the pause doubles each time."""
LAST_RETRY: Final = 3600.0
IDENTIFY_EVERY: Final = 5.0
"""Seconds between two beginnings of sessions of a bucket."""
DOUBLINGS: Final = 5
"""How often the longest pause between two attempts to connect is doubled, from one second on."""
COGS: Final = "cogs"
"""The package that is searched for extensions."""
SETUP: Final = re.compile(r"^(async def )?setup\b", re.MULTILINE)
"""Finds a definition of ``setup`` in a source: such a module is an extension; discord.py calls ``setup``."""


class RookeryBot(commands.AutoShardedBot):
    """The bot on Discord, with all shards of this process. It needs no privileged intent.

    It learns that a message was written, never its content, and only if ``chat_below`` moves table messages.
    """

    def __init__(self, app: App) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            shard_ids=sorted(app.shards.mine),
            shard_count=app.shards.count,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=app.settings.chat_below > 0),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=_trace(app),
        )
        self._connection._delay_ready = partial(_delay_ready, self._connection)  # type: ignore[method-assign]
        self.app: Final = app
        self.handlers: Final[dict[str, Any]] = {}
        """Handlers of presses by the control's verb; each cog adds its own."""
        self.uses: Final[dict[str, Any]] = {}
        """Declarations (such as who may use it) of each control by its verb and each command by its name."""
        self.front: Any = None
        """The dispatcher of presses; the front desk sets it."""
        self.screens: Any = None
        """The updater of table and hand messages; the front desk sets it."""
        self.ready_shards = Shards(app.shards.count, frozenset())
        """Connected shards with all their servers in the cache. A server of these that the cache lacks is one
        that the bot has left.
        """
        self._beginning: Final = dict[int, asyncio.Event]()
        """Shards that begin a new session, with an event for when Discord has named their servers."""
        self._buckets: int | None = None
        """Discord's number of them, a session each at once; None before it was asked."""
        self.asking: Final = Background()
        """Background requests to Discord that the answer to a press stops waiting for when it is late."""
        self.registering: asyncio.Task[None] | None = None
        """Task that registers the commands after login; play does not wait for it. None before login.

        Fails with a ``SettingsError`` if the commands are for a test server that the bot is not in.
        """

    async def setup_hook(self) -> None:
        """Load every extension, start registering commands, and pause tables until their shard is ready."""
        self.app.turns.pause()
        for name in extension_names():
            await self.load_extension(name)
        self.registering = asyncio.create_task(self._keep_registering())

    async def close(self) -> None:
        """Stop registering commands, pause computers and turn limits, and disconnect."""
        if self.registering is not None:
            self.registering.cancel()
        self.ready_shards = Shards(self.app.shards.count, frozenset())
        self.app.turns.pause()
        await super().close()

    @property
    def shards_away(self) -> int:
        """How many of this process's shards are not connected, or do not know their servers yet."""
        return len(self.app.shards.mine - self.ready_shards.mine)

    async def launch_shards(self) -> None:
        """Connect every shard; in an outage each tries again within about half a minute."""
        await super().launch_shards()
        for shard in self.shards.values():
            # discord.py has no setting for it: it doubles ten times, and all shards wait for one that pauses.
            shard._parent._backoff._max = DOUBLINGS

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may begin a session, then drop its cached servers: Discord names them again.

        discord.py keeps those of the last session, of which the bot may have been removed since.
        """
        shard_id = shard_id or 0
        self._note_lost(shard_id)
        self._beginning[shard_id] = named = asyncio.Event()
        await self._turn_to_identify(shard_id, named)
        for guild in self.guilds:
            if guild.shard_id == shard_id:
                self._connection._remove_guild(guild)

    async def _turn_to_identify(self, shard_id: int, named: asyncio.Event) -> None:
        """Wait until no shard of the same bucket, of any process, has begun a session within five seconds.

        ``named`` is set once Discord has begun this one.

        discord.py waits between the shards of one client alone, and as if all were of one bucket:
        https://discord.com/developers/docs/events/gateway#sharding-max-concurrency
        """
        turn = asyncio.Event()
        bucket = shard_id % await self._number_of_buckets()
        held = self.asking.begin(self._hold_bucket(bucket, turn, named))
        waiting = asyncio.create_task(turn.wait())
        try:
            await asyncio.wait((held, waiting), return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            if not turn.is_set():
                held.cancel()
        if not turn.is_set():
            held.result()  # raises a StoreError if the database failed

    async def _number_of_buckets(self) -> int:
        """How many shards may begin a session at once; one, which is always allowed, while Discord fails."""
        if self._buckets is None:
            try:
                _, _, limit = await self.http.get_bot_gateway()
            except (discord.DiscordException, aiohttp.ClientError, OSError):
                return 1
            self._buckets = limit["max_concurrency"]
        return self._buckets

    async def _hold_bucket(self, bucket: int, turn: asyncio.Event, named: asyncio.Event) -> None:
        async with self.app.duty.leases.alone(Lease.BUCKET, bucket):
            turn.set()
            # Discord counts from when it gets the IDENTIFY, which a busy process may send late.
            with suppress(TimeoutError):
                await asyncio.wait_for(named.wait(), IDENTIFY_EVERY)
            await asyncio.sleep(IDENTIFY_EVERY)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that Discord has named a shard's servers."""
        if shard_id in self._beginning:
            self._beginning.pop(shard_id).set()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Resume computers and turn limits of a shard's tables: Discord has connected it."""
        if shard_id not in self._beginning:  # otherwise it tells late of a session that is over
            self._resume(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Resume computers and turn limits of a shard's tables: its session continues."""
        self._resume(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Pause computers and turn limits of a shard's tables: no press arrives until it is back."""
        self._note_lost(shard_id)
        self.app.turns.pause(shard_id)

    def _note_lost(self, shard_id: int) -> None:
        self.ready_shards = replace(self.ready_shards, mine=self.ready_shards.mine - {shard_id})

    def _resume(self, shard_id: int) -> None:
        self.ready_shards = replace(self.ready_shards, mine=self.ready_shards.mine | {shard_id})
        self.app.turns.resume(shard_id)

    async def on_message(self, message: discord.Message, /) -> None:
        """Do nothing. Overrides discord.py, which would look for prefix commands in the message."""

    async def _keep_registering(self) -> None:
        """Register the commands as the clerk, with exponential backoff; a ``SettingsError`` ends it."""
        await self.app.duty.is_clerk.wait()
        pause = FIRST_RETRY  # Discord may refuse for hours: it allows few changes of commands a day
        while True:
            try:
                await self._register_commands()
            except (discord.DiscordException, aiohttp.ClientError, OSError, StoreError) as error:
                log.warning(NOT_REGISTERED, error, pause)
            else:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LAST_RETRY)

    async def _register_commands(self) -> None:
        """Send the commands to Discord unless they equal those sent last.

        Raises:
            SettingsError: the commands are for a test server that the bot is not in.
        """
        guild = self.app.settings.test_guild
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps([self.application_id, guild, payload], sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if await self.app.maintenance.upkeep.registered_commands() == digest:
            return
        if guild is not None:
            self.tree.copy_global_to(guild=discord.Object(guild))
            try:
                await self.tree.sync(guild=discord.Object(guild))
            except discord.Forbidden:
                raise SettingsError(NOT_IN_TEST_GUILD) from None
        else:
            await self.tree.sync()
        await self.app.maintenance.upkeep.note_commands(digest)
        log.info("registered %d commands", len(payload))


async def _delay_ready(connection: AutoShardedConnectionState[Any]) -> None:
    """Wait until every shard has its servers; a shard that begins another session cancels that alone.

    Cancelling discord.py's own gather would also end the waits of other shards, which were then never ready.
    """
    await asyncio.wait(connection._ready_tasks.values())
    await AutoShardedConnectionState._delay_ready(connection)


@cache
def extension_names() -> tuple[str, ...]:
    """Dotted names of the modules below ``cogs`` that define ``setup``, in alphabetical order."""
    package = importlib.import_module(COGS)
    found = pkgutil.walk_packages(package.__path__, f"{COGS}.")
    return tuple(sorted(module.name for module in found if not module.ispkg and _has_setup(module)))


def _has_setup(module: pkgutil.ModuleInfo) -> bool:
    """Whether a module's source defines ``setup``. It is not imported: discord.py does that itself."""
    spec = module.module_finder.find_spec(module.name, None)
    assert spec is not None
    assert isinstance(spec.loader, SourceFileLoader)
    return SETUP.search(spec.loader.get_source(module.name) or "") is not None


def _trace(app: App) -> aiohttp.TraceConfig:
    """An HTTP trace that counts Discord's refusals, and lets nothing out that this process may not say.

    A process that was stopped past its lease wakes with requests that wait for a connection. Another process
    has gone on since, and an old message would be shown over its newer one.
    """

    async def ended(_session: object, _context: object, answer: aiohttp.TraceRequestEndParams) -> None:
        app.delivery.invalid_requests.note(answer.response.status)

    async def sending(*_: object) -> None:
        try:
            app.maintenance.upkeep.check_held()
        except StoreError as error:
            raise aiohttp.ClientConnectionError(str(error)) from None

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    trace.on_connection_create_end.append(sending)
    trace.on_connection_reuseconn.append(sending)
    return trace
