"""Nudges: one short mention for whoever keeps a table waiting, and it replaces the last one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.errors import StoreError
from bot.play.shown import ShownTable, Update
from cogs.ui.items import TROUBLE, note
from cogs.ui.refusals import Refusals, is_refusal
from rules.core.actions import Shout
from rules.core.decisions import Seat

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


@dataclass
class _Nudge:
    """A reminder in a channel, or on its way there."""

    table: ShownTable
    seats: tuple[Seat, ...]
    message_id: int | None = None
    withdrawn: bool = False


class Nudges:
    """Posts reminders and takes them back when the turn is over.

    ``discard`` deletes a message of a table, sooner or later.
    """

    def __init__(
        self, bot: RookeryBot, discard: Callable[[ShownTable, int], None], refusals: Refusals
    ) -> None:
        self._bot = bot
        self._discard = discard
        self._nudges: dict[int, _Nudge] = {}
        self._at_work: set[asyncio.Task[None]] = set()
        self._refusals = refusals

    def remind(self, table: ShownTable) -> None:
        """Mention the people a table waits for."""
        self._take_back(table.channel_id)
        if not self._refusals.may_try(table.channel_id):
            return
        nudge = self._nudges[table.channel_id] = _Nudge(table, table.waiting_for)
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
        if nudge.message_id is not None:
            self._discard(nudge.table, nudge.message_id)

    async def _post(self, nudge: _Nudge, table: ShownTable) -> None:
        users = [table.seats[seat].user_id for seat in table.waiting_for]
        mentions = " ".join(f"<@{user}>" for user in users if user is not None)
        due = f" A computer takes over <t:{int(table.due_at)}:R>." if table.due_at else ""
        calls = table.view.calls if table.view else ()
        is_public = any(not isinstance(call.action, Shout) for call in calls)
        how = "use the buttons on the table" if is_public else "press *My hand*"
        channel: Any = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        await self._bot.app.outgoing.turn(asyncio.get_running_loop().time(), table.guild_id)
        if nudge.withdrawn:
            return
        try:
            message = await channel.send(
                view=note(f"⏰ {mentions} Your turn: {how}.{due}"),
                allowed_mentions=discord.AllowedMentions(users=True),
            )
            nudge.message_id = message.id
            self._refusals.end(table.channel_id)
            await self._bot.app.shown_messages.remind(message.id, table.id, table.revision)
        except (*TROUBLE, StoreError) as error:
            if is_refusal(error):
                self._refusals.note(table.channel_id)
            log.info("a reminder could not be posted, or not stored (%s)", type(error).__name__)
        if nudge.withdrawn and nudge.message_id is not None:
            self._discard(table, nudge.message_id)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
