"""The Discord client: loads the cogs by name and registers the commands when they have changed."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
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
COGS: Final = (
    "cogs.dispatch.front",
    "cogs.table.lobby",
    "cogs.table.options",
    "cogs.table.players",
    "cogs.table.rematch",
    "cogs.table.watching",
    "cogs.people.my_tables",
    "cogs.hand.play",
    "cogs.hand.answering",
    "cogs.hand.agreement",
    "cogs.table.scores",
    "cogs.stats.commands",
    "cogs.hand.hints",
    "cogs.hand.phrases",
    "cogs.hand.ahead",
    "cogs.hand.claims",
    "cogs.replay.analysis",
    "cogs.replay.commands",
    "cogs.learn.commands",
    "cogs.daily.commands",
    "cogs.learn.help",
    "cogs.rules_pages.commands",
    "cogs.people.looks",
    "cogs.server.admin",
    "cogs.server.referee",
    "cogs.server.rules",
    "cogs.people.data",
    "cogs.league.commands",
    "cogs.league.partners",
    "cogs.league.organizing",
    "cogs.league.rulings",
    "cogs.evening.starting",
    "cogs.evening.commands",
    "cogs.league.recording",
    "cogs.league.files",
    "cogs.league.more",
    "cogs.league.listing",
    "cogs.league.roles",
)


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
        self.front: Any = None
        """Where presses arrive; the front desk puts itself here."""
        self.asking: Final = Background()
        """What Discord is asked beside an answer, which does not wait for it any more once it is late."""
        self.registering: asyncio.Task[None] | None = None
        """Registers the commands from the login on, for as long as that takes; play does not wait for it.

        It fails with a ``SettingsError`` where they are for one server, which the bot is not in.
        """

    async def setup_hook(self) -> None:
        """Load every cog, and begin to register the commands; nothing moves until people can answer."""
        self.app.turns.pause()
        for name in COGS:
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


def _counting(invalid_requests: InvalidRequests) -> aiohttp.TraceConfig:
    """Have the status of every answer of Discord noted, whoever asked: the one session is used for all."""

    async def ended(_session: object, _context: object, answer: aiohttp.TraceRequestEndParams) -> None:
        invalid_requests.note(answer.response.status)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace
