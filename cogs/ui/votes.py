"""Messages about open votes: each is brought to its final form when its vote ends, by whatever ends it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.play.agreement import Proposal
from bot.play.shown import ShownTable, Update
from cogs.ui.items import TROUBLE
from cogs.ui.refusals import Refusals
from cogs.ui.vote_panel import vote_panel

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


class VoteMessages:
    """What was posted about votes that are open."""

    def __init__(self, bot: RookeryBot, refusals: Refusals) -> None:
        self._bot = bot
        self._open: dict[tuple[int, Proposal], set[int]] = {}
        self._at_work: set[asyncio.Task[None]] = set()
        self._refusals = refusals

    def keep(self, table: ShownTable, proposal: Proposal, message_id: int) -> None:
        """Bring a message to its end with its vote, if that is open still."""
        if proposal in table.votes:
            self._open.setdefault((table.id, proposal), set()).add(message_id)

    def let_go(self, table_id: int, proposal: Proposal, message_id: int) -> None:
        """Leave a message to whoever answers a press on it."""
        self._open.get((table_id, proposal), set()).discard(message_id)

    def follow(self, update: Update) -> None:
        """End the messages whose votes have ended with a change of a table."""
        table = update.table
        ended = [key for key in self._open if key[0] == table.id and key[1] not in table.votes]
        for key in ended:
            for message_id in self._open.pop(key):
                task = asyncio.create_task(self._end(table, key[1], message_id))
                self._at_work.add(task)
                task.add_done_callback(self._at_work.discard)

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._at_work, return_exceptions=True)

    async def _end(self, table: ShownTable, proposal: Proposal, message_id: int) -> None:
        channel: Any = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        await self._bot.app.outgoing.turn(asyncio.get_running_loop().time())
        if not self._refusals.may_try(table.channel_id):
            return
        try:
            await channel.get_partial_message(message_id).edit(view=vote_panel(table, proposal))
            self._refusals.end(table.channel_id)
        except TROUBLE as error:
            if isinstance(error, discord.Forbidden):
                self._refusals.note(table.channel_id)
            log.info("a vote's message is left as it is (%s)", type(error).__name__)
