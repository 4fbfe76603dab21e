"""The Discord client: finds and loads the extensions, and registers the commands when they have changed."""

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
"""Seconds until the commands are sent again; the pauses double."""
LAST_RETRY: Final = 3600.0
COGS: Final = "cogs"
"""The package in which extensions are found."""
SETUP: Final = re.compile(r"^(async def )?setup\b", re.MULTILINE)
"""A module with this name is an extension: discord.py calls it."""


class RookeryBot(commands.Bot):
    """The bot on Discord. It reads no messages and needs no privileged intent.

    It hears that somebody wrote, to follow chat down with a table; Discord leaves out what.
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
        """What happens when a control is used, by its verb; cogs put theirs here."""
        self.uses: Final[dict[str, Any]] = {}
        """What is declared of each control, by its verb, and each command, by its name; put here by cogs."""
        self.front: Any = None
        """Where presses arrive; the front desk puts itself here."""
        self.screens: Any = None
        """What shows the tables; the front desk puts it here."""
        self.asking: Final = Background()
        """What Discord is asked beside an answer, which does not wait for it any more once it is late."""
        self.registering: asyncio.Task[None] | None = None
        """Registers the commands from the login on, for as long as that takes; play does not wait for it.

        It fails with a ``SettingsError`` where they are for one server, which the bot is not in.
        """

    async def setup_hook(self) -> None:
        """Load every extension, and begin to register the commands; nothing moves until people can answer."""
        self.app.turns.pause()
        for name in extension_names():
            await self.load_extension(name)
        self.registering = asyncio.create_task(self._keep_registering())

    async def close(self) -> None:
        """Disconnect, and try no more to register commands."""
        if self.registering is not None:
            self.registering.cancel()
        await super().close()

    async def on_ready(self) -> None:
        """Discord has connected the bot."""
        self.app.turns.resume()

    async def on_resumed(self) -> None:
        """Discord has connected the bot again after a short break."""
        self.app.turns.resume()

    async def on_disconnect(self) -> None:
        """No press arrives until Discord connects the bot again."""
        self.app.turns.pause()

    async def on_message(self, message: discord.Message, /) -> None:
        """Look for no commands in what people write: discord.py would."""

    async def _keep_registering(self) -> None:
        """Register the commands, again after growing pauses while Discord or the database refuses.

        Discord may refuse for hours: it allows few changes of commands a day.

        Raises:
            SettingsError: they are for one server, which the bot is not in.
        """
        pause = FIRST_RETRY
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
        """Send the commands if they are not what was sent last: Discord allows few changes a day.

        Raises:
            SettingsError: they are for one server, which the bot is not in.
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
    """Names of the modules of cogs that define ``setup``, in alphabetical order."""
    package = importlib.import_module(COGS)
    found = pkgutil.walk_packages(package.__path__, f"{COGS}.")
    return sorted(module.name for module in found if not module.ispkg and _has_setup(module))


def _has_setup(module: pkgutil.ModuleInfo) -> bool:
    """Whether a module defines ``setup``. It is not run to learn that: discord.py runs what it loads."""
    spec = module.module_finder.find_spec(module.name, None)
    assert spec is not None
    assert isinstance(spec.loader, SourceFileLoader)
    return SETUP.search(spec.loader.get_source(module.name) or "") is not None


def _counting(invalid_requests: InvalidRequests) -> aiohttp.TraceConfig:
    """Have the status of every answer of Discord noted, whoever asked: the one session is used for all."""

    async def ended(_session: object, _context: object, answer: aiohttp.TraceRequestEndParams) -> None:
        invalid_requests.note(answer.response.status)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace
