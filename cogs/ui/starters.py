"""Messages that the threads of tables hang on: each tells its channel of the match that is played there."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.errors import Refused, StoreError
from bot.play.shown import ShownTable
from cogs.ui.items import TROUBLE
from cogs.ui.refusals import is_refusal
from cogs.ui.starter_panel import starter_panel, starter_text

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

PUBLIC: Final = frozenset({discord.ChannelType.public_thread, discord.ChannelType.news_thread})
NOBODY: Final = discord.AllowedMentions.none()


class Starters:
    """Keeps them up to date: a thread that the bot has made from a message has that message's number."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._shown: dict[int, str] = {}
        """What each says of a table that is open, by its number."""

    async def show(self, table: ShownTable, *, is_long_over: bool = False) -> None:
        """Bring the message up to date that the thread of a table hangs on, if it is in one of ours.

        Where the table ``is_long_over``, its thread may be in the archive: then Discord is asked for it.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: Discord cannot be reached.
        """
        guild = self._bot.get_guild(table.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(table.channel_id)
        thread = await self._bot.fetch_channel(table.channel_id) if is_long_over and not channel else channel
        if isinstance(thread, discord.Thread) and self._is_ours(thread):
            await self._show(thread.parent_id, table)

    async def thread_is_gone(self, thread: discord.Thread) -> None:
        """Say of a thread that was deleted how its table ended."""
        if not self._is_ours(thread):
            return
        try:
            await self._show(thread.parent_id, await self._bot.app.tables.shown(thread.id, finished=True))
        except (Refused, StoreError, *TROUBLE) as error:
            log.info("a message of a deleted thread is left as it is (%s)", type(error).__name__)
        self._shown.pop(thread.id, None)

    async def _show(self, parent_id: int, table: ShownTable) -> None:
        starter_id, said = table.channel_id, starter_text(self._bot.app.card_faces.on(table))
        if self._shown.get(starter_id) == said:
            return
        await self._bot.app.outgoing.turn(asyncio.get_running_loop().time(), table.guild_id)
        message = self._bot.get_partial_messageable(parent_id).get_partial_message(starter_id)
        try:
            await message.edit(view=starter_panel(said), allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if not is_refusal(error):
                raise
            log.info("the message of a thread is left as it is (%d)", error.code)
        if table.in_lobby or table.is_playing:
            self._shown[starter_id] = said
        else:
            self._shown.pop(starter_id, None)

    def _is_ours(self, thread: discord.Thread) -> bool:
        """Whether a thread was made for a table by ``/rook new``."""
        own = self._bot.user is not None and thread.owner_id == self._bot.user.id
        return own and thread.type in PUBLIC and not self._bot.app.evenings.holds(thread.id)
