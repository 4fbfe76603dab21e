"""The board of each evening: one message, edited until it shows how the evening ended.

An update also opens the tables of the round. Failed updates are retried with growing pauses, and at once
when a server's permissions change.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, cast

import discord

from bot.common.errors import Refused, StoreError
from bot.evening.shown import ShownEvening
from cogs.evening.panel import evening_panel
from cogs.evening.threads import EveningThreads
from cogs.framework.interactions import screens
from cogs.ui.controls import base36
from cogs.ui.items import NO_MENTIONS, TROUBLE, Interaction
from cogs.ui.refusals import UNKNOWN_MESSAGE, edit_anywhere, is_refusal
from cogs.ui.reposts import RepostNotices, Reposts

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 5.0
"""Seconds until the first retry; each later pause is twice as long."""
LONGEST_RETRY: Final = 3600.0
LEFT_AWAY: Final = (
    "Something keeps deleting this evening's board, perhaps another bot, so I don't post it any more. "
    "`/night board` posts it again."
)


@dataclass
class _Opening:
    """Attempts to open the tables of an evening."""

    trouble: str = ""
    """Why a table could not be opened; empty without trouble."""
    refusals: int = 0
    """How often in a row a table could not be opened."""
    retry_at: float = float("-inf")
    """Loop time from which Discord is asked for threads again after a refusal."""
    retry: asyncio.TimerHandle | None = None
    """Timer for the next attempt."""


@dataclass
class _Posted:
    """What was posted of an evening's board."""

    unstored: int | None = None
    """Id of the newest message, until it is stored."""
    copies: set[int] = field(default_factory=set)
    """Ids of other messages, until they are deleted."""
    tries: int = 0
    """Number of messages deleted before Discord's response came."""


@dataclass
class _Slot:
    """The update state of one evening's board."""

    is_wanted: bool = False
    is_coming: bool = False
    """Whether a reply is posting the board for the first time."""
    since: float = 0.0
    """Since when it has been out of date, by the loop's clock."""
    at_work: asyncio.Task[None] | None = None
    alarm: asyncio.TimerHandle | None = None
    last_edit: float = float("-inf")
    failures: int = 0
    is_refused: bool = False
    """Whether Discord refused the final edit, which is retried when a server's permissions change."""
    posted: _Posted = field(default_factory=_Posted)
    opening: _Opening = field(default_factory=_Opening)
    shown: tuple[ShownEvening, str] | None = None
    """The evening and trouble last rendered by this process; None if unknown."""
    reposts: Reposts = field(default_factory=Reposts)
    """Deletions of the board by others."""
    repost: asyncio.TimerHandle | None = None
    """Timer for reposting a board that others deleted."""
    is_asked_for: bool = False
    """Whether a user asked for the board to be reposted."""


class EveningBoards:
    """Keeps the board of every evening up to date and opens its tables."""

    def __init__(self, bot: RookeryBot, repost_notices: RepostNotices) -> None:
        self._bot = bot
        self._repost_notices = repost_notices
        self._evenings = bot.app.evenings
        self._threads = EveningThreads(bot)
        self._slots: dict[int, _Slot] = {}
        self._is_closing = False
        self._stop_listening = bot.app.league.leagues.on_closed(self._show_those_of_seasons)

    async def resume(self) -> None:
        """Schedule an update of every board that may be stale.

        Raises:
            StoreError: the evenings cannot be read.
        """
        for evening_id in await self._evenings.stale_boards():
            self.show(evening_id)

    def _show_those_of_seasons(self) -> None:
        """Update the boards of evenings in seasons: after a season closed they may not count."""
        for evening_id in self._evenings.open_in_seasons():
            self.show(evening_id)

    def show(self, evening_id: int) -> None:
        """Schedule an update of an evening's board and tables; after a failure, leave it to the retry."""
        slot = self._slots.setdefault(evening_id, _Slot())
        if not slot.is_wanted:
            slot.is_wanted, slot.since = True, asyncio.get_running_loop().time()
        if slot.failures == 0:
            self._schedule(evening_id, slot)

    def post_again(self, evening_id: int) -> bool:
        """Repost at once a board that others deleted; returns False if it is not missing."""
        slot = self._slots.get(evening_id)
        if slot is None or not slot.reposts.is_missing:
            return False
        slot.is_asked_for = True
        self._repost_notices.remove(_key(evening_id))
        self.try_again(evening_id)
        return True

    @contextmanager
    def opening(self, evening_id: int) -> Iterator[None]:
        """Hold back updates of a new evening while a reply posts its board for the first time."""
        slot = self._slots.setdefault(evening_id, _Slot())
        slot.is_coming = True
        try:
            yield
        finally:
            slot.is_coming = False
            if slot.is_wanted:
                self._schedule(evening_id, slot)

    async def adopt(self, evening_id: int, message_id: int) -> None:
        """Make a posted message the board of an evening; after a ``StoreError``, the next update does."""
        slot = self._slots.setdefault(evening_id, _Slot())
        slot.posted.unstored = message_id
        await self._evenings.set_message(evening_id, message_id)
        slot.posted.unstored = None

    def note_pressed(self, evening: ShownEvening, message: discord.Message | None) -> None:
        """Have a pressed board adopted if none is stored, else deleted as a copy: a crash may leave one."""
        place, slot = evening.place, self._slots.get(evening.id) or _Slot()
        if message is None or message.flags.ephemeral or message.channel.id != place.channel_id:
            return
        if message.id == place.message_id or slot.is_coming or slot.at_work is not None:
            return  # or it may be the one that is being posted
        if place.message_id is None:
            slot.posted.unstored = message.id
        else:
            slot.posted.copies.add(message.id)
        self._slots[evening.id] = slot
        self.show(evening.id)

    def wake(self) -> None:
        """Retry at once every board update and table opening that failed or was refused."""
        for evening_id, slot in tuple(self._slots.items()):
            if slot.failures or slot.opening.trouble or slot.is_refused:
                self.try_again(evening_id)

    def try_again(self, evening_id: int) -> None:
        """Update an evening's board and open its tables at once, in spite of earlier failures."""
        slot = self._slots.setdefault(evening_id, _Slot())
        if slot.alarm is not None:
            slot.alarm.cancel()
            slot.alarm = None
        slot.failures, slot.opening.refusals, slot.opening.retry_at = 0, 0, float("-inf")
        self.show(evening_id)

    async def close(self, seconds: float) -> None:
        """Stop; updates in progress get some seconds."""
        self._is_closing = True
        self._stop_listening()
        for slot in self._slots.values():
            for alarm in (slot.alarm, slot.opening.retry, slot.repost):
                if alarm is not None:
                    alarm.cancel()
        at_work = [slot.at_work for slot in self._slots.values() if slot.at_work is not None]
        if at_work:
            _, late = await asyncio.wait(at_work, timeout=seconds)
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
            self._slots.pop(evening_id, None)
        self._schedule_repost(evening_id, slot)

    def _schedule_repost(self, evening_id: int, slot: _Slot) -> None:
        """Set the timer for reposting a deleted board; without a slot any more, only cancel it."""
        if slot.repost is not None:
            slot.repost.cancel()
            slot.repost = None
        loop = asyncio.get_running_loop()
        if slot.reposts.is_missing and not slot.reposts.is_given_up and evening_id in self._slots:
            slot.repost = loop.call_later(slot.reposts.wait(loop.time()), self.show, evening_id)

    def _is_left_away(self, evening: ShownEvening, slot: _Slot) -> bool:
        """Whether a deleted board must not be reposted now. The final board always may."""
        if slot.reposts.is_given_up and not evening.is_over and not slot.is_asked_for:
            self._repost_notices.add(_key(evening.id), evening.place.channel_id, LEFT_AWAY)
            return True
        self._repost_notices.remove(_key(evening.id))
        waits = slot.reposts.wait(asyncio.get_running_loop().time()) > 0
        return waits and not evening.is_over and not slot.is_asked_for

    async def _bring_up_to_date(self, evening_id: int, slot: _Slot) -> bool:
        """Open tables and edit or post the board; returns whether the board is final."""
        try:
            evening = await self._evenings.shown(evening_id)
            if await self._open_tables(evening, slot):
                evening = await self._evenings.shown(evening_id)
        except Refused:
            return True
        try:
            if slot.shown != (evening, slot.opening.trouble) and not self._is_left_away(evening, slot):
                async with self._bot.app.delivery.outgoing.turn(slot.since, evening.place.guild_id):
                    await self._show(evening, slot)
        except TROUBLE as error:
            if evening.is_over and is_refusal(error):
                slot.is_refused = True
                return False
            raise
        slot.is_refused = False
        if evening.is_over:
            await self._evenings.mark_final(evening_id)
        await self._delete_copies(evening, slot)
        return evening.is_over

    async def _delete_copies(self, evening: ShownEvening, slot: _Slot) -> None:
        place = (await self._evenings.shown(evening.id)).place if slot.posted.copies else evening.place
        for message_id in slot.posted.copies - {place.message_id}:
            channel = self._bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
            async with self._bot.app.delivery.outgoing.turn(slot.since, place.guild_id):
                with suppress(discord.NotFound):
                    await channel.get_partial_message(message_id).delete()
        slot.posted.copies.clear()

    async def _open_tables(self, evening: ShownEvening, slot: _Slot) -> bool:
        """Open the round's tables, unless Discord refused just now; returns whether it was tried."""
        loop, opening = asyncio.get_running_loop(), slot.opening
        if loop.time() < opening.retry_at and self._evenings.tables.to_open(evening.id):
            return False
        if opening.retry is not None:
            opening.retry.cancel()
            opening.retry = None
        if not self._evenings.tables.to_open(evening.id):
            opening.trouble, opening.refusals = "", 0
            return False
        opening.trouble, is_discords = await self._threads.open_tables(evening)
        opening.refusals = opening.refusals + 1 if opening.trouble else 0
        pause = pause_after(max(opening.refusals, 1))
        opening.retry_at = loop.time() + pause if is_discords else float("-inf")
        if opening.trouble and not self._is_closing:
            opening.retry = loop.call_later(pause, self._retry_opening, evening.id, slot)
        return True

    def _retry_opening(self, evening_id: int, slot: _Slot) -> None:
        """Update again, with the board rendered even if unchanged."""
        slot.shown = None  # the board that names the trouble may have been deleted
        self.show(evening_id)

    async def _show(self, evening: ShownEvening, slot: _Slot) -> None:
        """Edit the board, or post it if it is missing and may be reposted."""
        slot.shown, loop = None, asyncio.get_running_loop()
        channel = self._bot.get_partial_messageable(evening.place.channel_id, guild_id=evening.place.guild_id)
        view = evening_panel(evening, slot.opening.trouble)
        message_id = slot.posted.unstored or evening.place.message_id
        if slot.posted.unstored is not None:
            await self.adopt(evening.id, slot.posted.unstored)
        if message_id is not None and not slot.reposts.is_missing:
            try:
                message = channel.get_partial_message(message_id)
                edit = partial(message.edit, view=view, allowed_mentions=NO_MENTIONS)
                await edit_anywhere(self._bot, evening.place.channel_id, edit)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                slot.reposts.note_deletion(loop.time())
            else:
                slot.reposts.note_edit(loop.time())
                slot.shown = evening, slot.opening.trouble
                return
            if self._is_left_away(evening, slot):
                return
        nonce = f"n{base36(evening.id)}:{base36(evening.place.message_id or 0)}:{slot.posted.tries}"
        try:
            posted = await channel.send(view=view, nonce=nonce)
        except discord.NotFound:
            slot.posted.tries += 1  # there was a message with this nonce, and it has been deleted since
            raise
        slot.reposts.note_post(loop.time())
        slot.is_asked_for = False
        await self.adopt(evening.id, posted.id)


def boards_of(interaction: Interaction) -> EveningBoards:
    """The boards of the bot an interaction came to."""
    return cast("EveningBoards", screens(interaction).evenings)


def _key(evening_id: int) -> str:
    """The key of an evening's board in ``RepostNotices``."""
    return f"evening {evening_id}"


def pause_after(failures: int) -> float:
    """Seconds until the retry after ``failures`` failures in a row: doubled each time, up to a limit."""
    return min(RETRY_AFTER * 2.0 ** (failures - 1), LONGEST_RETRY)
