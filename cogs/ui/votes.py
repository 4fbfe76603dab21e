"""Messages about open votes: one a vote, brought to its final form when its vote ends, by whatever ends it.

Whoever asks again brings the vote down: the message before goes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

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
        self._open: dict[tuple[int, Proposal], int] = {}
        self._at_work: set[asyncio.Task[None]] = set()
        self._refusals = refusals

    def keep(self, table: ShownTable, proposal: Proposal, message_id: int) -> None:
        """Bring a message to its end with its vote, if that is open still; the one before goes."""
        if proposal not in table.votes:
            return
        before = self._open.get((table.id, proposal), message_id)
        self._open[table.id, proposal] = message_id
        if before != message_id:
            self._begin(self._change(table, before, None))

    @contextmanager
    def answering(self, table_id: int, proposal: Proposal, message_id: int | None) -> Iterator[None]:
        """Leave a message to whoever answers a press on it, unless the press is refused."""
        key = table_id, proposal
        kept = self._open.pop(key) if key in self._open and self._open[key] == message_id else None
        try:
            yield
        except Exception:
            if kept is not None:
                self._open.setdefault(key, kept)
            raise

    def follow(self, update: Update) -> None:
        """End the messages whose votes have ended with a change of a table."""
        table = update.table
        ended = [key for key in self._open if key[0] == table.id and key[1] not in table.votes]
        for key in ended:
            self._begin(self._change(table, self._open.pop(key), vote_panel(table, key[1])))

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._at_work, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _change(self, table: ShownTable, message_id: int, final: ui.LayoutView | None) -> None:
        """Give a message its final form, or with None delete it."""
        channel: Any = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        await self._bot.app.outgoing.turn(asyncio.get_running_loop().time())
        if not self._refusals.may_try(table.channel_id):
            return
        try:
            message = channel.get_partial_message(message_id)
            await (message.delete() if final is None else message.edit(view=final))
            self._refusals.end(table.channel_id)
        except TROUBLE as error:
            if isinstance(error, discord.Forbidden):
                self._refusals.note(table.channel_id)
            log.info("a vote's message is left as it is (%s)", type(error).__name__)
