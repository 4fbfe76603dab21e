"""Messages that mention users in a channel, and are deleted once they no longer apply."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.common.errors import StoreError
from bot.table.desk.shown import ShownTable
from cogs.ui.items import TROUBLE, note
from cogs.ui.refusals import Refusals, is_refusal

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


@dataclass
class Mention:
    """A message with an emoji, mentions and text; ``message_id`` is None until it is posted."""

    table: ShownTable
    mark: str
    """Emoji at its start."""
    said: str
    row: ui.ActionRow[Any] | None = field(default=None, kw_only=True)
    """Its button; None without one."""
    message_id: int | None = field(default=None, kw_only=True)
    is_withdrawn: bool = field(default=False, kw_only=True)


class Mentions:
    """Posts mentions and deletes them. The next start deletes those still posted.

    ``discard(table, message_id)`` deletes a message, with retries.
    """

    def __init__(
        self, bot: RookeryBot, discard: Callable[[ShownTable, int], None], refusals: Refusals
    ) -> None:
        self._bot = bot
        self._discard = discard
        self._refusals = refusals

    def may_be_posted(self, channel_id: int) -> bool:
        """Whether a channel may get a mention: it has not refused one recently."""
        return self._refusals.may_try(channel_id)

    def take_back(self, mention: Mention) -> None:
        """Delete a mention, also if it is still being posted."""
        mention.is_withdrawn = True
        if mention.message_id is not None:
            self._discard(mention.table, mention.message_id)

    async def post(self, mention: Mention, people: Iterable[int]) -> None:
        """Post a mention of users in its table's channel, unless it is withdrawn before."""
        table = mention.table
        channel = self._bot.get_partial_messageable(table.place.channel_id, guild_id=table.place.guild_id)
        try:
            async with self._bot.app.delivery.outgoing.turn(
                asyncio.get_running_loop().time(), table.place.guild_id
            ):
                if mention.is_withdrawn:
                    return
                said = " ".join((mention.mark, *(f"<@{one}>" for one in people), mention.said))
                message = await channel.send(
                    view=note(said, *([] if mention.row is None else [mention.row])),
                    allowed_mentions=discord.AllowedMentions(users=True),
                )
            mention.message_id = message.id
            self._refusals.end(table.place.channel_id)
            await self._bot.app.delivery.shown_messages.remind(message.id, table.id, table.revision)
        except (*TROUBLE, StoreError) as error:
            if is_refusal(error):
                self._refusals.note(table.place.channel_id)
            log.info("people could not be mentioned, or that not stored (%s)", type(error).__name__)
        if mention.is_withdrawn and mention.message_id is not None:
            self._discard(table, mention.message_id)
