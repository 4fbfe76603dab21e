"""Nudges: one short mention for whoever keeps a table waiting, and it replaces the last one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import discord

from bot.shown import ShownTable
from cogs.ui.items import note

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


class Nudges:
    """Posts reminders and takes them back when the table moves on."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._posted: dict[int, discord.Message] = {}
        self._at_work: set[asyncio.Task[None]] = set()

    def remind(self, table: ShownTable) -> None:
        """Mention the people a table waits for."""
        self._run(self._post(table))

    def take_back(self, channel_id: int) -> None:
        """Remove the nudge of a channel, if there is one."""
        message = self._posted.pop(channel_id, None)
        if message is not None:
            self._run(_delete(message))

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._at_work, return_exceptions=True)

    async def _post(self, table: ShownTable) -> None:
        self.take_back(table.channel_id)
        users = [table.seats[seat].user_id for seat in table.waiting_for]
        mentions = " ".join(f"<@{user}>" for user in users if user is not None)
        due = f" A computer plays for you <t:{int(table.due_at)}:R>." if table.due_at else ""
        channel: Any = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        try:
            self._posted[table.channel_id] = await channel.send(
                view=note(f"⏰ {mentions} The table waits for you: press *My hand*.{due}"),
                allowed_mentions=discord.AllowedMentions(users=True),
            )
        except (discord.HTTPException, OSError) as error:
            log.info("a reminder could not be posted (%s)", type(error).__name__)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)


async def _delete(message: discord.Message) -> None:
    try:
        await message.delete()
    except (discord.HTTPException, OSError) as error:
        log.info("a reminder could not be removed (%s)", type(error).__name__)
