"""Nudges: one short mention for whoever keeps a table waiting, and it replaces the last one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.play.shown import ShownTable, Update
from cogs.ui.items import TROUBLE, delete_quietly, note
from rules.core.actions import Shout
from rules.core.decisions import Seat

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


@dataclass
class _Nudge:
    """A reminder in a channel, or on its way there."""

    seats: tuple[Seat, ...]
    message: discord.Message | None = None
    withdrawn: bool = False


class Nudges:
    """Posts reminders and takes them back when the turn is over."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._nudges: dict[int, _Nudge] = {}
        self._at_work: set[asyncio.Task[None]] = set()

    def remind(self, table: ShownTable) -> None:
        """Mention the people a table waits for."""
        self._take_back(table.channel_id)
        nudge = self._nudges[table.channel_id] = _Nudge(table.waiting_for)
        self._run(self._post(nudge, table))

    def follow(self, update: Update) -> None:
        """Take a reminder back unless the table still waits for the same answer."""
        nudge = self._nudges.get(update.table.channel_id)
        if nudge is not None and (update.events or update.table.waiting_for != nudge.seats):
            self._take_back(update.table.channel_id)

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._at_work, return_exceptions=True)

    def _take_back(self, channel_id: int) -> None:
        nudge = self._nudges.pop(channel_id, None)
        if nudge is None:
            return
        nudge.withdrawn = True
        if nudge.message is not None:
            self._run(delete_quietly(nudge.message))

    async def _post(self, nudge: _Nudge, table: ShownTable) -> None:
        users = [table.seats[seat].user_id for seat in table.waiting_for]
        mentions = " ".join(f"<@{user}>" for user in users if user is not None)
        due = f" Computer steps in <t:{int(table.due_at)}:R>." if table.due_at else ""
        calls = table.view.calls if table.view else ()
        is_public = any(not isinstance(call.action, Shout) for call in calls)
        how = "use the buttons on the table" if is_public else "press *My hand*"
        channel: Any = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        try:
            nudge.message = await channel.send(
                view=note(f"⏰ {mentions} Your turn: {how}.{due}"),
                allowed_mentions=discord.AllowedMentions(users=True),
            )
        except TROUBLE as error:
            log.info("a reminder could not be posted (%s)", type(error).__name__)
        if nudge.withdrawn and nudge.message is not None:
            await delete_quietly(nudge.message)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
