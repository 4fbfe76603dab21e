"""Table messages: one for each table, edited in place at a limited rate.

An edit shows the newest state; changes between two edits are merged, and at most one edit is under way. A
deleted message is posted again, and on a player's turn also one that chat has scrolled away. Failures are
retried with growing pauses, and at once when Discord reports a change of permissions or a new connection.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui
from discord.utils import snowflake_time

from bot.common import metrics
from bot.common.background import cut_off
from bot.common.errors import Refused, StoreError
from bot.table.desk.shown import ShownTable
from bot.table.unseen import UNSEEN_FOR
from cogs.table.deal_pictures import DealPictures
from cogs.table.posting import PendingWork, Posting, Slot, panel_of
from cogs.table.starters import Starters
from cogs.ui.items import TROUBLE
from cogs.ui.refusals import WOKEN_AFTER, is_refusal, is_unknown_channel
from cogs.ui.renderings import Renderings
from cogs.ui.reposts import ChatBelow, RepostNotices

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 4.5
"""Seconds until the first retry."""
PAUSE_SHARE: Final = 0.05
"""Later pauses as a share of the time since the first failure: a minute after twenty."""
LONGEST_RETRY: Final = 120.0
REFUSED_PAUSE_SHARE: Final = 2
"""The same share for refusals: pauses triple, so that an hour costs eight attempts."""
LONGEST_REFUSAL: Final = 3600.0
DAY: Final = 24 * 3600.0
"""Seconds between attempts after a day of refusals: the table has ended by then."""
OLD_AGE: Final = 55 * 60.0
"""Age in seconds of an old message: Discord allows only three edits of such in six seconds."""
OLD_INTERVAL: Final = 2.1
"""Seconds between two edits of an old message."""
LATE_AFTER: Final = 15.0
"""Seconds after which a message that shows a change is logged as late."""
LATE_LOGGED_EVERY: Final = 60.0
"""Seconds between two such lines: after a start with thousands of stale messages most are late."""
LEFT_AWAY: Final = (
    "Something keeps deleting this table's message, perhaps another bot, so I don't post it any more. "
    "`/rook table` posts it again."
)


class TableMessages:
    """Shows every table in its channel, with rate limits and retries."""

    def __init__(
        self,
        bot: RookeryBot,
        chat: ChatBelow,
        starters: Starters,
        renderings: Renderings,
        repost_notices: RepostNotices,
        reposted: Callable[[ShownTable], None],
        lost: Callable[[int], None],
    ) -> None:
        """``reposted`` is called with a reposted table, ``lost`` with the id of a deleted channel."""
        self._bot = bot
        self._pictures = DealPictures(bot.app.delivery.pictures, self.show)
        self._posting = Posting(bot, chat, starters, self._pictures, renderings, reposted)
        self._renderings = renderings
        self._starters = starters
        self._lost = lost
        self._settings = bot.app.settings
        self._slots: dict[int, Slot] = {}
        self._repost_notices = repost_notices
        self._is_closing = False
        self._is_over = False
        self._late_logged_at = -inf

    async def resume(self) -> None:
        """Edit the messages that were stale before a restart, also those of closed tables.

        Old reminders are deleted: players still on turn get new ones. Raises ``StoreError``.
        """
        shown = self._bot.app.delivery.shown_messages
        reminders, stale = await shown.reminders(), await shown.stale_tables()
        slots = {one.table_id: self._slot(one.table_id, one.guild_id, one.channel_id) for one in stale}
        for reminder in reminders:
            if reminder.table_id in slots:  # else it was deleted since it was read
                slots[reminder.table_id].pending.discard.add(reminder.message_id)
        for slot in slots.values():
            self._mark_stale(slot)

    def show(self, table: ShownTable, *, repost: bool = False) -> None:
        """Schedule an edit of a table's message; with ``repost``, a new message at the bottom."""
        slot = self._slot(table.id, table.place.guild_id, table.place.channel_id)
        is_quiet = all(seat.computer for seat in table.seats) and table.is_playing
        slot.interval = self._settings.quiet_interval if is_quiet else self._settings.edit_interval
        if self._is_old(table.place.message_id) and not repost:
            slot.interval = max(slot.interval, OLD_INTERVAL)
        slot.pending.repost = slot.pending.repost or repost
        if slot.pending.reposts.is_missing and (repost or not table.is_open):
            self._cancel_alarm(slot)  # it is posted without waiting longer
        if repost:
            self._repost_notices.remove(_key(table.id))
        self._mark_stale(slot)

    async def redraw(self, interaction: discord.Interaction[Any], table: ShownTable) -> None:
        """Answer a press on a table message by redrawing it with the table's newest state."""

        async def draw() -> ui.LayoutView:
            nonlocal table
            with suppress(Refused, StoreError):
                table = await self._bot.app.tables.reading.recall(table.place.channel_id, table.id)
            return panel_of(table._replace(faces=self._bot.app.delivery.card_faces.shown))

        await self._renderings.redraw(interaction, draw, key=table.id)
        await self.catch_up(table)

    async def catch_up(self, drawn: ShownTable) -> None:
        """After an answer that showed a table, schedule an edit if the table has changed since ``drawn``."""
        try:
            table = await self._bot.app.tables.reading.recall(drawn.place.channel_id, drawn.id)
        except (Refused, StoreError):
            return
        if (table.revision, table.status) != (drawn.revision, drawn.status):
            # The table may also have been posted in another message since.
            self._slot(table.id, table.place.guild_id, table.place.channel_id).pending.check_earlier = True
            self.show(table)

    def discard(self, table: ShownTable, message_id: int) -> None:
        """Delete a message of a table, with retries."""
        slot = self._slot(table.id, table.place.guild_id, table.place.channel_id)
        slot.pending.discard.add(message_id)
        self._mark_stale(slot)

    async def reconcile(self, channel_id: int, table_id: int, message_id: int) -> None:
        """After a press on a public message: adopt it as its table's message, or delete it as a copy."""
        tables, posting = self._bot.app.tables, self._slots.get(table_id)
        if posting is not None and posting.at_work is not None:
            await asyncio.wait([posting.at_work])  # the pressed message may be the one being posted
        try:
            table = await tables.reading.recall(channel_id, table_id)
        except Refused:
            return
        slot = self._slot(table.id, table.place.guild_id, channel_id)
        if table.place.message_id is None:
            await tables.set_message(channel_id, message_id, table_id=table_id)
        elif table.place.message_id != message_id:
            slot.pending.check_earlier = True
            stored = await self._bot.app.delivery.shown_messages.of_table(table_id)
            if message_id not in {one.message_id for one in stored}:
                slot.pending.discard.add(message_id)
        elif table.is_open:
            return
        self._mark_stale(slot)
        self._retry_slot(slot)

    def wake(self, guild_id: int | None = None) -> None:
        """Retry failed edits at once, in one server or in all: permissions or connection changed."""
        self._posting.wake()
        for slot in tuple(self._slots.values()):
            if guild_id in {None, slot.guild_id}:
                self._retry_slot(slot)

    def _retry_slot(self, slot: Slot) -> None:
        """Retry a slot that has failed; a refused one at most every ``WOKEN_AFTER`` seconds."""
        if slot.failing_since is not None:
            slot.is_woken = True
            self._end_pause(slot, self._pause_of(slot, slot.failing_since) if slot.is_refused else 0.0)

    def drop_table(self, table_id: int) -> None:
        """Drop a table's picture, and its slot unless work is pending or a deletion is counted."""
        self._pictures.drop_table(table_id)
        slot = self._slots.get(table_id)
        if slot is None or not slot.pending.reposts.is_idle:
            return
        if slot.pending.since is None and slot.alarm is None and slot.at_work is None:
            del self._slots[table_id]

    def _end_slot(self, slot: Slot) -> None:
        """Drop the slot of a table: its message is final."""
        self._slots.pop(slot.pending.table_id, None)
        self._repost_notices.remove(_key(slot.pending.table_id))

    async def close(self, seconds: float, *, is_over: bool) -> None:
        """Finish edits within some seconds, and stop; with ``is_over`` begin none, the next process does."""
        self._is_closing, self._is_over = True, is_over
        for slot in tuple(self._slots.values()):
            if is_over:
                self._cancel_alarm(slot)
            elif slot.pending.since is not None and slot.at_work is None:
                self._begin(slot)
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (at_work := self._at_work()) and loop.time() < end:
            await asyncio.wait(at_work, timeout=end - loop.time())
        await cut_off(at_work)
        for slot in self._slots.values():
            self._cancel_alarm(slot)
        self._pictures.close()

    @staticmethod
    def _cancel_alarm(slot: Slot) -> None:
        if slot.alarm is not None:
            slot.alarm.cancel()
            slot.alarm = None

    def _at_work(self) -> list[asyncio.Task[None]]:
        return [slot.at_work for slot in self._slots.values() if slot.at_work is not None]

    def _is_old(self, message_id: int | None) -> bool:
        """Whether Discord's stricter limit for edits of old messages applies."""
        if message_id is None:
            return False
        return self._bot.app.tables.desk.now.today() - snowflake_time(message_id).timestamp() >= OLD_AGE

    def _slot(self, table_id: int, guild_id: int, channel_id: int) -> Slot:
        new = Slot(guild_id, self._settings.edit_interval, PendingWork(table_id, channel_id))
        return self._slots.setdefault(table_id, new)

    def _mark_stale(self, slot: Slot) -> None:
        """Mark a slot as stale and schedule it; a refused one waits for its next retry."""
        if slot.pending.since is None:
            slot.pending.since = asyncio.get_running_loop().time()
        if slot.failing_since is None or not slot.is_refused:
            self._end_pause(slot)

    def _end_pause(self, slot: Slot, wait: float = 0.0) -> None:
        """Reschedule a retry to ``wait`` seconds from now."""
        if slot.failing_since is not None:
            self._cancel_alarm(slot)
        self._schedule(slot, wait)

    def _schedule(self, slot: Slot, wait: float = 0.0) -> None:
        if slot.alarm is not None or slot.at_work is not None or self._is_over:
            return
        loop = asyncio.get_running_loop()
        delay = max(wait, 0.0 if self._is_closing else slot.last_edit + slot.interval - loop.time())
        if delay > 0:
            slot.alarm = loop.call_later(delay, self._begin, slot)
        else:
            self._begin(slot)

    def _begin(self, slot: Slot) -> None:
        self._cancel_alarm(slot)
        if slot.is_woken:
            slot.woken_at = asyncio.get_running_loop().time()
        slot.is_woken = False
        slot.at_work = asyncio.create_task(self._work(slot))

    async def _work(self, slot: Slot) -> None:
        pending, loop = slot.pending, asyncio.get_running_loop()
        is_over = False
        try:
            is_over = await self._bring_up_to_date(slot)
        finally:
            slot.at_work = None
            slot.last_edit = loop.time()
        if pending.since is None and is_over:
            self._end_slot(slot)
        elif slot.failing_since is None:
            self._schedule_next(slot)
        elif pending.since is not None and not self._is_closing and self._is_member(slot):
            self._schedule(slot, self._pause_of(slot, slot.failing_since))

    def _schedule_next(self, slot: Slot) -> None:
        """Schedule a slot's next work, if any; a message that others deleted is reposted later."""
        reposts, loop = slot.pending.reposts, asyncio.get_running_loop()
        wait = reposts.wait(loop.time())
        if reposts.is_given_up:
            self._repost_notices.add(_key(slot.pending.table_id), slot.pending.channel_id, LEFT_AWAY)
            wait = 0.0
        elif reposts.is_missing and slot.pending.since is None:
            slot.pending.since = loop.time()
        if slot.pending.since is not None:
            self._schedule(slot, wait)

    async def _bring_up_to_date(self, slot: Slot) -> bool:
        """Edit or post the message when the request budget allows; returns whether it is final."""
        pending, loop = slot.pending, asyncio.get_running_loop()
        since, repost, shown = loop.time(), False, None
        try:
            stale_since = since if pending.since is None else pending.since
            async with self._bot.app.delivery.outgoing.turn(stale_since, slot.guild_id):
                since, repost = pending.take(loop.time())
                shown = await self._posting.show(pending, repost=repost)
            if shown is not None:
                self._note_lateness(slot, loop.time() - stale_since)
                await self._posting.tidy(pending, since, shown)
        except (*TROUBLE, StoreError) as error:
            pending.put_back(since, repost)
            await self._note_failure(slot, error)
            if is_unknown_channel(error):
                await self._drop_deleted_channel(slot)
            return False
        await self._note_success(slot)
        return shown is None or not shown.table.is_open

    def _note_lateness(self, slot: Slot, seconds: float) -> None:
        """Measure how late a message shows a change; log a very late one, at most once a minute."""
        metrics.EDIT_LATENESS.observe(seconds)
        now = asyncio.get_running_loop().time()
        if seconds > LATE_AFTER and now - self._late_logged_at >= LATE_LOGGED_EVERY:
            self._late_logged_at = now
            log.info("channel %d showed its table %.0f seconds late", slot.pending.channel_id, seconds)

    async def _note_success(self, slot: Slot) -> None:
        """Clear a slot's failure, and retry at once others without a refusal: Discord is reachable again."""
        if slot.failing_since is not None:
            log.info("channel %d shows its table again", slot.pending.channel_id)
            slot.failing_since, slot.is_refused = None, False
            for other in tuple(self._slots.values()):
                if other.failing_since is not None and not other.is_refused:
                    self._mark_stale(other)
        try:
            await self._bot.app.turns.reveal(slot.pending.table_id)
        except StoreError as error:
            log.warning("it is not noted that channel %d shows its table: %s", slot.pending.channel_id, error)

    async def _note_failure(self, slot: Slot, error: Exception) -> None:
        """Note a failure to show a table; a first refusal is stored."""
        was_refused, slot.is_refused = slot.is_refused, is_refusal(error)
        if slot.failing_since is None:
            slot.failing_since = asyncio.get_running_loop().time()
            what = f"{type(error).__name__} {getattr(error, 'code', '')}".rstrip()
            log.warning("channel %d cannot show its table now (%s)", slot.pending.channel_id, what)
        if slot.is_refused and not was_refused:
            try:
                await self._bot.app.turns.hide(slot.pending.table_id)
            except StoreError as refusal:
                log.warning("it is not noted since when a table is not shown: %s", refusal)

    async def _drop_deleted_channel(self, slot: Slot) -> None:
        """Drop the messages of a deleted channel, once its table has ended.

        If it was a thread, its starter message in the parent channel is edited first.
        """
        pending, app = slot.pending, self._bot.app
        try:
            table = await app.tables.reading.recall(pending.channel_id, pending.table_id)
            if table.is_open:
                self._lost(pending.channel_id)  # that ends the table, which leads here again
            else:
                await self._starters.show(table)
                await app.delivery.shown_messages.forget_all(pending.table_id)
        except Refused:
            log.warning("table %d cannot be read, and its channel is gone", pending.table_id)
        except (*TROUBLE, StoreError):
            return
        pending.since = None
        self._end_slot(slot)

    def _pause_of(self, slot: Slot, failing_since: float) -> float:
        """Seconds until the next retry of a slot that has failed since ``failing_since``."""
        now = asyncio.get_running_loop().time()
        waited = now - failing_since
        if not slot.is_refused:
            return min(max(RETRY_AFTER, PAUSE_SHARE * waited), LONGEST_RETRY)
        if slot.is_woken:
            return max(0.0, slot.woken_at + WOKEN_AFTER - now)
        longest = LONGEST_REFUSAL if waited < UNSEEN_FOR else DAY
        return min(max(RETRY_AFTER, REFUSED_PAUSE_SHARE * waited), longest)

    def _is_member(self, slot: Slot) -> bool:
        """Whether the bot is in a table's server; True while that is unknown."""
        is_known = self._bot.ready_shards.owns(slot.guild_id)
        return not is_known or self._bot.get_guild(slot.guild_id) is not None


def _key(table_id: int) -> str:
    """The key of a table's message among the repost notices."""
    return f"table {table_id}"
