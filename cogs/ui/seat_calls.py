"""A seat is free: whoever waits for one is told, once, with a mention."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.errors import StoreError
from bot.play.shown import ShownTable, Update
from cogs.ui.items import TROUBLE, note
from cogs.ui.refusals import Refusals, is_refusal

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


class SeatCalls:
    """Tells those who wait for a seat."""

    def __init__(self, bot: RookeryBot, refusals: Refusals) -> None:
        self._bot = bot
        self._refusals = refusals
        self._at_work: set[asyncio.Task[None]] = set()

    def follow(self, update: Update) -> None:
        """Tell those who wait, where a change of a table has left a seat free."""
        told = self._bot.app.waiting.to_tell(update.table)
        if told and self._refusals.may_try(update.table.channel_id):
            task = asyncio.create_task(self._tell(update.table, told))
            self._at_work.add(task)
            task.add_done_callback(self._at_work.discard)

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._at_work, return_exceptions=True)

    async def _tell(self, table: ShownTable, people: tuple[int, ...]) -> None:
        mentions = " ".join(f"<@{user_id}>" for user_id in people)
        how = "Take it at the table." if table.in_lobby else "*Watch* has a button to ask for it."
        channel: Any = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        await self._bot.app.outgoing.turn(asyncio.get_running_loop().time(), table.guild_id)
        try:
            await self._bot.app.waiting.note_told(table.channel_id)
            message = await channel.send(
                view=note(f"🪑 {mentions} A seat is free. {how}"),
                allowed_mentions=discord.AllowedMentions(users=True),
            )
            self._refusals.end(table.channel_id)
            await self._bot.app.shown_messages.note_in_passing(message.id, table.id)
        except (*TROUBLE, StoreError) as error:
            if is_refusal(error):
                self._refusals.note(table.channel_id)
            log.info("those who wait for a seat could not be told (%s)", type(error).__name__)
