"""The Discord client: finds and loads the extensions, and registers the slash commands when they change."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import json
import logging
import pkgutil
import re
from importlib.machinery import SourceFileLoader
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands

from bot.app import App
from bot.common.background import Background
from bot.common.errors import StoreError
from bot.common.settings import SettingsError
from bot.delivery.invalid_requests import InvalidRequests

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
COGS: Final = "cogs"
"""The package that is searched for extensions."""
SETUP: Final = re.compile(r"^(async def )?setup\b", re.MULTILINE)
"""Finds a definition of ``setup`` in a source: such a module is an extension; discord.py calls ``setup``."""


class RookeryBot(commands.Bot):
    """The bot on Discord. It needs no privileged intent.

    It learns that a message was written, never its content, and only if ``chat_below`` moves table messages.
    """

    def __init__(self, app: App) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=app.settings.chat_below > 0),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=_counting(app.delivery.invalid_requests),
        )
        self.app: Final = app
        self.handlers: Final[dict[str, Any]] = {}
        """Handlers of presses by the control's verb; each cog adds its own."""
        self.uses: Final[dict[str, Any]] = {}
        """Declarations (such as who may use it) of each control by its verb and each command by its name."""
        self.front: Any = None
        """The dispatcher of presses; the front desk sets it."""
        self.screens: Any = None
        """The updater of table and hand messages; the front desk sets it."""
        self.asking: Final = Background()
        """Background requests to Discord that the answer to a press stops waiting for when it is late."""
        self.registering: asyncio.Task[None] | None = None
        """Task that registers the commands after login; play does not wait for it. None before login.

        Fails with a ``SettingsError`` if the commands are for a test server that the bot is not in.
        """

    async def setup_hook(self) -> None:
        """Load every extension and start registering the commands. Turns stay paused until ``on_ready``."""
        self.app.turns.pause()
        for name in extension_names():
            await self.load_extension(name)
        self.registering = asyncio.create_task(self._keep_registering())

    async def close(self) -> None:
        """Stop registering commands and disconnect."""
        if self.registering is not None:
            self.registering.cancel()
        await super().close()

    async def on_ready(self) -> None:
        """Resume computers and turn limits: Discord has connected the bot."""
        self.app.turns.resume()

    async def on_resumed(self) -> None:
        """Resume computers and turn limits: Discord has reconnected the bot after a short break."""
        self.app.turns.resume()

    async def on_disconnect(self) -> None:
        """Pause computers and turn limits: no press arrives until Discord reconnects the bot."""
        self.app.turns.pause()

    async def on_message(self, message: discord.Message, /) -> None:
        """Do nothing. Overrides discord.py, which would look for prefix commands in the message."""

    async def _keep_registering(self) -> None:
        """Register the commands; retry with exponential backoff while Discord or the database fails.

        Raises:
            SettingsError: the commands are for a test server that the bot is not in.
        """
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


def extension_names() -> list[str]:
    """Dotted names of the modules below ``cogs`` that define ``setup``, in alphabetical order."""
    package = importlib.import_module(COGS)
    found = pkgutil.walk_packages(package.__path__, f"{COGS}.")
    return sorted(module.name for module in found if not module.ispkg and _has_setup(module))


def _has_setup(module: pkgutil.ModuleInfo) -> bool:
    """Whether a module's source defines ``setup``. It is not imported: discord.py does that itself."""
    spec = module.module_finder.find_spec(module.name, None)
    assert spec is not None
    assert isinstance(spec.loader, SourceFileLoader)
    return SETUP.search(spec.loader.get_source(module.name) or "") is not None


def _counting(invalid_requests: InvalidRequests) -> aiohttp.TraceConfig:
    """An HTTP trace that reports the status of every response of Discord to ``invalid_requests``."""

    async def ended(_session: object, _context: object, answer: aiohttp.TraceRequestEndParams) -> None:
        invalid_requests.note(answer.response.status)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace
