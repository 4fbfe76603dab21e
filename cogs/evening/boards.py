"""The messages of evenings: one each, edited as it goes on, until it shows how the evening ended.

The same work opens the tables that a round has to open. What fails is tried again, with growing pauses, and
at once when something changes in a server.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from bot.common.errors import Refused, StoreError
from bot.evening.shown import ShownEvening
from cogs.evening.panel import evening_panel
from cogs.evening.threads import EveningThreads
from cogs.ui.archived import edit_anywhere
from cogs.ui.controls import base36
from cogs.ui.items import NOBODY, TROUBLE
from cogs.ui.refusals import UNKNOWN_MESSAGE, is_refusal
from cogs.ui.reposts import LeftAway, Reposts

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 5.0
"""Seconds until what has failed is tried again at first; each later pause is twice as long."""
LONGEST_RETRY: Final = 3600.0
LAST_EDITS: Final = 2.0
"""Seconds that a polite end spends on what is not shown yet."""
LEFT_AWAY: Final = (
    "Something keeps deleting this evening's board, perhaps another bot, so I don't post it any more. "
    "`/night board` posts it again."
)


@dataclass
class _Slot:
    """The message of one evening, and when it is looked after."""

    is_wanted: bool = False
    is_coming: bool = False
    """Whether an answer with the first message is on its way."""
    since: float = 0.0
    """Since when it has been out of date, by the loop's clock."""
    at_work: asyncio.Task[None] | None = None
    alarm: asyncio.TimerHandle | None = None
    last_edit: float = float("-inf")
    failures: int = 0
    is_refused: bool = False
    """Whether Discord refuses how it ended: that is tried again when something changes in a server."""
    tries: int = 0
    """Messages that were posted and deleted before their answer came."""
    trouble: str = ""
    """Why a table could not be opened."""
    shown: tuple[ShownEvening, str] | None = None
    """What the message says, the trouble included, as far as this process knows."""
    refusals: int = 0
    """How often in a row one could not be."""
    retry_at: float = float("-inf")
    """When Discord, which has refused it, is asked again."""
    retry: asyncio.TimerHandle | None = None
    """Rings when it is tried again."""
    reposts: Reposts = field(default_factory=Reposts)
    """The deletions of the message by others."""
    repost: asyncio.TimerHandle | None = None
    """Rings when a message that others deleted may be posted again."""
    is_asked_for: bool = False
    """Whether a user asked to have it posted again."""


class EveningBoards:
    """Shows every evening in its channel, and opens its tables."""

    def __init__(self, bot: RookeryBot, left_away: LeftAway) -> None:
        self._bot = bot
        self._left_away = left_away
        self._evenings = bot.app.evenings
        self._threads = EveningThreads(bot)
        self._slots: dict[int, _Slot] = {}
        self._is_closing = False
        self._stop_listening: Callable[[], None] = lambda: None

    async def resume(self) -> None:
        """Bring up to date what may not be.

        Raises:
            StoreError: it cannot be read.
        """
        self._stop_listening = self._bot.app.league.leagues.on_closed(self._show_those_of_seasons)
        for evening_id in await self._evenings.to_show():
            self.show(evening_id)

    def _show_those_of_seasons(self) -> None:
        """Have the evenings shown again that may not count any more: a season was closed."""
        for evening_id in self._evenings.going_on_in_seasons():
            self.show(evening_id)

    def show(self, evening_id: int) -> None:
        """Show an evening as it now is, soon, and open what it has to open."""
        slot = self._slots.setdefault(evening_id, _Slot())
        if not slot.is_wanted:
            slot.is_wanted, slot.since = True, asyncio.get_running_loop().time()
        if slot.failures == 0:
            self._schedule(evening_id, slot)

    def post_again(self, evening_id: int) -> bool:
        """Post a message that others deleted without waiting longer; returns False if none is missing."""
        slot = self._slots.get(evening_id)
        if slot is None or not slot.reposts.is_missing:
            return False
        slot.is_asked_for = True
        self._left_away.remove(_key(evening_id))
        self.try_again(evening_id)
        return True

    @contextmanager
    def opening(self, evening_id: int) -> Iterator[None]:
        """Leave it to an answer to show a new evening first; what comes meanwhile is shown after it."""
        slot = self._slots.setdefault(evening_id, _Slot())
        slot.is_coming = True
        try:
            yield
        finally:
            slot.is_coming = False
            if slot.is_wanted:
                self._schedule(evening_id, slot)

    def wake(self) -> None:
        """Try again at once what has failed: it may be possible now."""
        for evening_id, slot in tuple(self._slots.items()):
            if slot.failures or slot.trouble or slot.is_refused:
                self.try_again(evening_id)

    def try_again(self, evening_id: int) -> None:
        """Try again at once what has failed for one evening."""
        slot = self._slots.setdefault(evening_id, _Slot())
        if slot.alarm is not None:
            slot.alarm.cancel()
            slot.alarm = None
        slot.failures, slot.refusals, slot.retry_at = 0, 0, float("-inf")
        self.show(evening_id)

    async def close(self) -> None:
        """Show what is not shown yet, as far as that can be done in a moment, and stop."""
        self._is_closing = True
        self._stop_listening()
        for slot in self._slots.values():
            for alarm in (slot.alarm, slot.retry, slot.repost):
                if alarm is not None:
                    alarm.cancel()
        at_work = [slot.at_work for slot in self._slots.values() if slot.at_work is not None]
        if at_work:
            _, late = await asyncio.wait(at_work, timeout=LAST_EDITS)
            for task in late:
                task.cancel()

    def _schedule(self, evening_id: int, slot: _Slot, pause: float = 0.0) -> None:
        if slot.alarm is not None or slot.at_work is not None or slot.is_coming or self._is_closing:
            return
        loop = asyncio.get_running_loop()
        interval = self._bot.app.settings.edit_interval
        delay = max(pause, slot.last_edit + interval - loop.time())
        if delay > 0:
            slot.alarm = loop.call_later(delay, self._begin, evening_id, slot)
        else:
            self._begin(evening_id, slot)

    def _begin(self, evening_id: int, slot: _Slot) -> None:
        slot.alarm = None
        slot.at_work = asyncio.create_task(self._work(evening_id, slot))

    async def _work(self, evening_id: int, slot: _Slot) -> None:
        slot.is_wanted = False
        is_over = False
        try:
            is_over = await self._bring_up_to_date(evening_id, slot)
            slot.failures = 0
        except (*TROUBLE, StoreError) as error:
            slot.is_wanted = True
            slot.failures += 1
            log.warning("evening %d cannot be shown now (%s)", evening_id, type(error).__name__)
        finally:
            slot.at_work = None
            slot.last_edit = asyncio.get_running_loop().time()
        if slot.failures:
            self._schedule(evening_id, slot, pause_after(slot.failures))
        elif slot.is_wanted:
            self._schedule(evening_id, slot)
        elif is_over:
            self._end_slot(evening_id)
        self._see_to_repost(evening_id, slot)

    def _end_slot(self, evening_id: int) -> None:
        """Forget the message of an evening that stays as it is shown."""
        slot = self._slots.pop(evening_id, None)
        if slot is not None and slot.repost is not None:
            slot.repost.cancel()

    def _see_to_repost(self, evening_id: int, slot: _Slot) -> None:
        """Look again when a message that others deleted may be posted. Tables are opened meanwhile."""
        if slot.repost is not None:
            slot.repost.cancel()
            slot.repost = None
        loop = asyncio.get_running_loop()
        if slot.reposts.is_missing and not slot.reposts.is_given_up and evening_id in self._slots:
            slot.repost = loop.call_later(slot.reposts.wait(loop.time()), self.show, evening_id)

    def _is_left_away(self, evening: ShownEvening, slot: _Slot) -> bool:
        """Whether a message that others deleted is not posted now. How an evening ended is posted anyway."""
        if slot.reposts.is_given_up and not evening.is_over and not slot.is_asked_for:
            self._left_away.add(_key(evening.id), evening.place.channel_id, LEFT_AWAY)
            return True
        self._left_away.remove(_key(evening.id))
        waits = slot.reposts.wait(asyncio.get_running_loop().time()) > 0
        return waits and not evening.is_over and not slot.is_asked_for

    async def _bring_up_to_date(self, evening_id: int, slot: _Slot) -> bool:
        """Open what is to be opened, and show the evening; returns whether that is how it stays."""
        try:
            evening = await self._evenings.shown(evening_id)
            if await self._open_tables(evening, slot):
                evening = await self._evenings.shown(evening_id)
        except Refused:
            return True
        try:
            if slot.shown != (evening, slot.trouble) and not self._is_left_away(evening, slot):
                async with self._bot.app.delivery.outgoing.turn(slot.since, evening.place.guild_id):
                    await self._show(evening, slot)
        except TROUBLE as error:
            if evening.is_over and is_refusal(error):
                slot.is_refused = True
                return False
            raise
        slot.is_refused = False
        if evening.is_over:
            await self._evenings.is_final(evening_id)
        return evening.is_over

    async def _open_tables(self, evening: ShownEvening, slot: _Slot) -> bool:
        """Open what is to be opened, unless that was refused a moment ago; returns whether it was tried."""
        loop = asyncio.get_running_loop()
        if loop.time() < slot.retry_at and self._evenings.tables.to_open(evening.id):
            return False
        if slot.retry is not None:
            slot.retry.cancel()
            slot.retry = None
        if not self._evenings.tables.to_open(evening.id):
            slot.trouble, slot.refusals = "", 0
            return False
        slot.trouble, is_discords = await self._threads.open_tables(evening)
        slot.refusals = slot.refusals + 1 if slot.trouble else 0
        pause = pause_after(max(slot.refusals, 1))
        slot.retry_at = loop.time() + pause if is_discords else float("-inf")
        if slot.trouble and not self._is_closing:
            slot.retry = loop.call_later(pause, self._look_again, evening.id, slot)
        return True

    def _look_again(self, evening_id: int, slot: _Slot) -> None:
        """Try again to open a table; the message that says why it is not open may have been deleted."""
        slot.shown = None
        self.show(evening_id)

    async def _show(self, evening: ShownEvening, slot: _Slot) -> None:
        """Edit the message, or post it where there is none any more and others do not delete it at once."""
        slot.shown, loop = None, asyncio.get_running_loop()
        channel = self._bot.get_partial_messageable(evening.place.channel_id, guild_id=evening.place.guild_id)
        view = evening_panel(evening, slot.trouble)
        if evening.place.message_id is not None and not slot.reposts.is_missing:
            try:
                message = channel.get_partial_message(evening.place.message_id)
                edit = partial(message.edit, view=view, allowed_mentions=NOBODY)
                await edit_anywhere(self._bot, evening.place.channel_id, edit)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                slot.reposts.note_deletion(loop.time())
            else:
                slot.reposts.note_edit(loop.time())
                slot.shown = evening, slot.trouble
                return
            if self._is_left_away(evening, slot):
                return
        nonce = f"n{base36(evening.id)}:{base36(evening.place.message_id or 0)}:{slot.tries}"
        try:
            posted = await channel.send(view=view, nonce=nonce)
        except discord.NotFound:
            slot.tries += 1  # there was a message with this nonce, and it has been deleted since
            raise
        slot.reposts.note_post(loop.time())
        slot.is_asked_for = False
        await self._evenings.set_message(evening.id, posted.id)


def _key(evening_id: int) -> str:
    """The key of an evening's message among those that are left away."""
    return f"evening {evening_id}"


def pause_after(failures: int) -> float:
    """Seconds until what has failed so often in a row is tried again."""
    return min(RETRY_AFTER * 2.0 ** (failures - 1), LONGEST_RETRY)
