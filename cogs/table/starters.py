"""Messages that the threads of tables hang on: each tells its channel of the match that is played there."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from bot.table.desk.shown import ShownTable
from cogs.table.starter_panel import starter_panel, starter_text
from cogs.ui.answers import in_words_if_refused
from cogs.ui.items import NOBODY
from cogs.ui.refusals import is_refusal

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


class Starters:
    """Keeps them up to date: a thread that the bot has made from a message has that message's number."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._shown: dict[int, str] = {}
        """What each says of a table that is open, by its number."""

    async def show(self, table: ShownTable) -> None:
        """Bring the message up to date that the thread of a table hangs on, if it is in one of its own.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: Discord cannot be reached.
        """
        if table.place.parent_id is None:
            return
        faces = self._bot.app.delivery.card_faces
        starter_id, said = table.place.channel_id, starter_text(table._replace(faces=faces.shown))
        if self._shown.get(starter_id) == said:
            return
        message = self._bot.get_partial_messageable(table.place.parent_id).get_partial_message(starter_id)
        view = starter_panel(said)
        try:
            async with self._bot.app.delivery.outgoing.turn(
                asyncio.get_running_loop().time(), table.place.guild_id
            ):
                await in_words_if_refused(
                    faces, view, lambda: message.edit(view=view, allowed_mentions=NOBODY)
                )
        except discord.HTTPException as error:
            if not is_refusal(error):
                raise
            log.info("the message of a thread is left as it is (%d)", error.code)
        if table.in_lobby or table.is_playing:
            self._shown[starter_id] = said
        else:
            self._shown.pop(starter_id, None)
