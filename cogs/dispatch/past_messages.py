"""Past messages: corrected if they name a deleted user, deleted with their expired table.

Messages without a table are deleted, or shown without the name.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
from discord import ui
from discord.utils import time_snowflake

from bot.common.background import Repeated
from bot.common.errors import Refused, StoreError
from bot.common.text import FORMER_PLAYER
from bot.models.stored_messages import LooseMessage, PastMessage
from bot.table.desk.shown import ShownTable
from cogs.league.paper_panel import recorded_panel
from cogs.league.partners import over_text
from cogs.table.posting import panel_of
from cogs.table.recap import deal_panel
from cogs.table.starters import Starters
from cogs.ui.answers import in_words_if_refused
from cogs.ui.items import NO_MENTIONS, TROUBLE, note
from cogs.ui.refusals import Refusals, archive_thread, edit_anywhere, is_refusal
from cogs.ui.renderings import Renderings

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

NAMELESS_THREAD: Final = f"Rook with {FORMER_PLAYER}"
RETRY_AFTER: Final = 600.0
"""Seconds until messages that could not be reached are tried again."""
LOOKED_BACK: Final = 86400.0
"""Seconds before a start in which a crash may have left a table unopened."""


class PastMessages:
    """Redraws or deletes past messages that are expired or still name forgotten users."""

    def __init__(
        self, bot: RookeryBot, starters: Starters, renderings: Renderings, refusals: Refusals
    ) -> None:
        self._bot = bot
        self._renderings = renderings
        self._starters = starters
        self._shown = bot.app.delivery.shown_messages
        self._loose_messages = bot.app.delivery.loose_messages
        self._correcting = Repeated(self._correct_all)
        self.correct: Final = self._correcting.now
        """Redraw or delete, in the background, past messages that are expired or name forgotten users."""
        self.close: Final = self._correcting.close
        """Stop; what is left is found again by the next start."""
        self._refusals = refusals

    async def resume(self) -> None:
        """Mark as stale a day's messages of tables a crash left unopened; start to correct all stale ones.

        Raises ``StoreError`` if they cannot be read.
        """
        since = datetime.fromtimestamp(self._bot.app.tables.desk.now.today() - LOOKED_BACK, UTC)
        await self._loose_messages.mark_unopened_stale(time_snowflake(since))
        self.correct()

    async def _correct_all(self) -> float | None:
        """Correct all stale messages. Returns seconds until a retry; None if none are left."""
        try:
            for past in await self._shown.stale_past():
                if self._refusals.may_try(past.channel_id):
                    await self._correct(past)
            for loose in await self._loose_messages.stale():
                if self._refusals.may_try(loose.channel_id):
                    await self._correct_loose(loose)
            if not await self._shown.stale_past() and not await self._loose_messages.stale():
                return None
        except StoreError as error:
            log.warning("old messages wait: %s", error)
        return RETRY_AFTER

    async def _correct(self, past: PastMessage) -> None:
        """Render a message again, or delete a passing one."""
        try:
            if past.kind != "note":  # before it: a thread may take no edit any more, its channel does
                await self._correct_starter(past)
            last = await self._change(past)
        except discord.NotFound:
            last = None
        except (*TROUBLE, StoreError) as error:
            self._note(past.channel_id, error)
            return
        self._refusals.end(past.channel_id)
        if last is None:
            await self._shown.forget([past.message_id])
        else:
            await self._shown.mark_past_correct(past.message_id)

    async def _change(self, past: PastMessage) -> ui.LayoutView | None:
        """Give a message its last form and return that, or delete one that has none.

        Raises one of ``TROUBLE``.
        """
        async with self._bot.app.delivery.outgoing.turn(asyncio.get_running_loop().time()):
            return await self._renderings.take_turn(past.table_id, partial(self._draw_last, past))

    async def _draw_last(self, past: PastMessage) -> ui.LayoutView | None:
        message = self._bot.get_partial_messageable(past.channel_id).get_partial_message(past.message_id)
        edit: Callable[[], Awaitable[object]] = message.delete
        last = None if past.kind == "note" else await self._last_form(past)
        if last is not None:
            redraw = partial(message.edit, view=last, allowed_mentions=NO_MENTIONS)
            edit = partial(in_words_if_refused, self._bot.app.delivery.card_faces, last, redraw)
        await edit_anywhere(self._bot, past.channel_id, edit)
        return last

    async def _correct_loose(self, loose: LooseMessage) -> None:
        """Remove names from a message without a table, or delete it if nothing is left."""
        message_id = loose.message_id
        channel_id = message_id if loose.kind == "thread" else loose.channel_id
        try:
            edit = await self._nameless_edit(loose)
            now = asyncio.get_running_loop().time()
            async with self._bot.app.delivery.outgoing.turn(now, loose.guild_id):
                await edit_anywhere(self._bot, channel_id, edit)
        except discord.NotFound:
            log.info("a message with the name of a forgotten user is deleted already")
        except (*TROUBLE, StoreError) as error:
            self._note(channel_id, error)
            return
        self._refusals.end(channel_id)
        await self._loose_messages.delete(message_id)

    async def _nameless_edit(self, loose: LooseMessage) -> Callable[[], Awaitable[object]]:
        """The request that removes names from a message without a table, or deletes it."""
        if loose.kind == "thread":
            return partial(self._rename if loose.first is None else self._delete_unopened, loose)
        message = self._bot.get_partial_messageable(loose.channel_id).get_partial_message(loose.message_id)
        said = await self._nameless_form(loose)
        edit = partial(message.edit, view=said, allowed_mentions=NO_MENTIONS)
        return message.delete if said is None else edit

    async def _rename(self, loose: LooseMessage) -> None:
        """Rename a thread without user names."""
        thread = await self._bot.fetch_channel(loose.message_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(name=NAMELESS_THREAD)

    async def _delete_unopened(self, loose: LooseMessage) -> None:
        """Delete the message of a table that was never opened, and put its thread away if there is one."""
        channel = self._bot.get_partial_messageable(loose.channel_id)
        with suppress(discord.NotFound):
            await channel.get_partial_message(loose.message_id).delete()
        await archive_thread(self._bot, loose.message_id)

    async def _nameless_form(self, loose: LooseMessage) -> ui.LayoutView | None:
        """The message without a user's name; None to delete it."""
        if loose.kind != "asked" or loose.league_id is None:
            return None
        try:
            return note(over_text(await self._bot.app.league.leagues.by_id(loose.guild_id, loose.league_id)))
        except Refused:
            return None

    def _note(self, channel_id: int, error: Exception) -> None:
        """Back off from a channel that has refused an edit; log any other error, as of a damaged row."""
        if is_refusal(error):
            self._refusals.note(channel_id)
        else:
            log.info("an old message could not be changed (%s)", type(error).__name__)

    async def _correct_starter(self, past: PastMessage) -> None:
        """Refresh the starter message of a table's thread, with its table message."""
        try:
            table = await self._bot.app.tables.reading.recall(past.channel_id, past.table_id)
        except Refused:
            return
        if table.place.message_id == past.message_id:
            await self._starters.show(table)

    async def _last_form(self, past: PastMessage) -> ui.LayoutView | None:
        """The final form of a message; None to delete it."""
        app = self._bot.app
        recorded = await app.league.paper_matches.recorded(past.table_id)
        if recorded is not None:
            return recorded_panel(recorded)
        try:
            table = await app.stats.leads.on(await app.tables.reading.recall(past.channel_id, past.table_id))
        except Refused:
            return None
        return _of_table(table._replace(faces=app.delivery.card_faces.shown), past.message_id, past.deal)


def _of_table(table: ShownTable, message_id: int, deal: int) -> ui.LayoutView | None:
    """The final form of a table's message; None to delete it.

    Up to version 1.3 each deal but the last had a message of its own, which keeps its score.
    """
    if message_id == table.place.message_id:
        return panel_of(table)
    if table.view is None or deal == table.view.deal:
        return None
    told = [scored for scored in table.view.scored if scored.deal == max(1, deal)]
    return deal_panel(table, told) if told else None
