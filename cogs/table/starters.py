"""Starter messages of tables' threads, kept up to date in the parent channel."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from bot.table.desk.shown import ShownTable
from cogs.table.starter_panel import starter_panel, starter_text
from cogs.ui.answers import in_words_if_refused
from cogs.ui.items import NO_MENTIONS
from cogs.ui.refusals import is_refusal

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


class Starters:
    """Edits the messages that tables' threads were made from; each has its thread's id."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._shown: dict[int, str] = {}
        """By message id: the text last shown, for open tables."""

    async def show(self, table: ShownTable) -> None:
        """Edit a thread's starter message if changed; skip other tables. Raises one of ``TROUBLE``."""
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
                    faces, view, lambda: message.edit(view=view, allowed_mentions=NO_MENTIONS)
                )
        except discord.HTTPException as error:
            if not is_refusal(error):
                raise
            log.info("the message of a thread is left as it is (%d)", error.code)
        if table.in_lobby or table.is_playing:
            self._shown[starter_id] = said
        else:
            self._shown.pop(starter_id, None)
