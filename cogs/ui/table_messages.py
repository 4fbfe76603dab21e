"""The table messages: one a table, edited in place, never more often than Discord likes.

Whatever happens between two edits is shown by the next one: always the newest state, at most one edit
under way. A deleted message is posted again; each deal gets a message of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.errors import NoTable, StoreError
from bot.play.shown import ShownTable
from cogs.ui.deal_panel import deal_panel
from cogs.ui.items import TROUBLE, delete_quietly
from cogs.ui.lobby_panel import closed_panel, lobby_panel
from cogs.ui.table_panel import table_panel
from rules.core.events import HeardEvent

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 5.0
LONGEST_RETRY: Final = 120.0
NOBODY: Final = discord.AllowedMentions.none()
"""Whom an edit may mention; discord.py leaves the client's own setting out of edits."""
UNKNOWN_MESSAGE: Final = 10008
"""Discord's error code for a message that was deleted."""


Told = tuple[HeardEvent, ...]
"""How a deal ended."""


@dataclass
class _Slot:
    """What is to be shown in a channel."""

    dirty: bool = False
    repost: bool = False
    told: Told = ()
    alarm: asyncio.TimerHandle | None = None
    at_work: asyncio.Task[None] | None = None
    last_edit: float = float("-inf")
    failures: int = 0

    def take(self) -> tuple[bool, Told]:
        """What is to be shown, which is then under way."""
        taken = self.repost, self.told
        self.dirty, self.repost, self.told = False, False, ()
        return taken

    def put_back(self, repost: bool, told: Told) -> None:
        """What could not be shown is to be shown still, and what has come since."""
        self.dirty, self.repost, self.told = True, self.repost or repost, self.told or told


class TableMessages:
    """Shows every table in its channel."""

    def __init__(self, bot: RookeryBot, reposted: Callable[[ShownTable], None]) -> None:
        self._bot = bot
        self._reposted = reposted
        self._interval = bot.app.settings.edit_interval
        self._slots: dict[int, _Slot] = {}

    def show(self, channel_id: int, *, repost: bool = False, told: Told = ()) -> None:
        """Show the table as it now is, soon; with ``repost`` in a new message at the bottom.

        ``told`` is how the last deal ended: the old message keeps that.
        """
        slot = self._slots.setdefault(channel_id, _Slot())
        slot.dirty = True
        slot.repost = slot.repost or repost
        slot.told = told or slot.told
        self._schedule(channel_id, slot)

    async def close(self) -> None:
        """Stop editing; what is under way is finished."""
        for slot in self._slots.values():
            if slot.alarm is not None:
                slot.alarm.cancel()
        at_work = [slot.at_work for slot in self._slots.values() if slot.at_work is not None]
        await asyncio.gather(*at_work, return_exceptions=True)

    def _schedule(self, channel_id: int, slot: _Slot, wait: float = 0.0) -> None:
        if slot.alarm is not None or slot.at_work is not None:
            return
        loop = asyncio.get_running_loop()
        delay = max(wait, slot.last_edit + self._interval - loop.time())
        if delay > 0:
            slot.alarm = loop.call_later(delay, self._begin, channel_id)
        else:
            self._begin(channel_id)

    def _begin(self, channel_id: int) -> None:
        slot = self._slots[channel_id]
        slot.alarm = None
        slot.at_work = asyncio.create_task(self._work(channel_id, slot))

    async def _work(self, channel_id: int, slot: _Slot) -> None:
        wait = 0.0
        repost, told = slot.take()
        try:
            await self._bring_up_to_date(channel_id, repost, told)
            slot.failures = 0
        except discord.Forbidden:
            log.warning("channel %d: no permission to show the table", channel_id)
        except discord.NotFound:
            log.warning("channel %d is gone", channel_id)
        except (*TROUBLE, StoreError) as error:
            log.warning("channel %d: the table message failed (%s)", channel_id, type(error).__name__)
            slot.failures += 1
            slot.put_back(repost, told)
            wait = min(RETRY_AFTER * 2 ** (slot.failures - 1), LONGEST_RETRY)
        finally:
            slot.at_work = None
            slot.last_edit = asyncio.get_running_loop().time()
        if slot.dirty:
            self._schedule(channel_id, slot, wait)

    async def _bring_up_to_date(self, channel_id: int, repost: bool, told: Told) -> None:
        tables = self._bot.app.tables
        try:
            table = tables.shown(channel_id, finished=True)
        except NoTable:
            return
        channel: Any = self._bot.get_partial_messageable(channel_id, guild_id=table.guild_id)
        old = None if table.message_id is None else channel.get_partial_message(table.message_id)
        if old is not None and not repost:
            try:
                await old.edit(view=panel_of(table), allowed_mentions=NOBODY)
                return
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                old = None
        message = await channel.send(view=panel_of(table))
        try:
            await tables.set_message(channel_id, message.id, table_id=table.id)
        except StoreError:
            await delete_quietly(message)
            raise
        self._reposted(table)
        if old is not None:
            await _retire(old, table, told)


def panel_of(table: ShownTable) -> ui.LayoutView:
    """The panel of a table in whatever state it is."""
    if table.in_lobby:
        return lobby_panel(table)
    if table.view is None:
        return closed_panel(table, "This table was closed before the match. `/rook new` opens another.")
    if table.is_playing or table.view.outcome is not None:
        return table_panel(table)
    return closed_panel(table, "The match ended by agreement, with no winner.")


async def _retire(old: discord.PartialMessage, table: ShownTable, told: Told) -> None:
    """Let an old table message keep its deal's result, or go."""
    if told:
        try:
            await old.edit(view=deal_panel(table, told), allowed_mentions=NOBODY)
        except TROUBLE as error:
            log.info("an old table message could not be retired (%s)", type(error).__name__)
        else:
            return
    await delete_quietly(old)
