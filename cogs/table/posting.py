"""Requests for a table's message: edit it, or post a new one at the bottom and delete the old one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import discord
from discord import ui

from bot.common.errors import Refused
from bot.delivery.pictures import Picture
from bot.models.stored_messages import ShownMessage
from bot.table.desk.shown import ShownTable
from cogs.table.deal_pictures import DealPictures
from cogs.table.ended_panel import ended_panel
from cogs.table.lobby_panel import lobby_panel
from cogs.table.panel import table_panel
from cogs.table.starters import Starters
from cogs.ui.answers import in_words_if_refused
from cogs.ui.controls import base36
from cogs.ui.items import NO_MENTIONS
from cogs.ui.refusals import ARCHIVED, UNKNOWN_MESSAGE, Refusals
from cogs.ui.renderings import Renderings
from cogs.ui.reposts import ChatBelow, Reposts
from cogs.ui.stats_parts import file_of
from cogs.ui.words import fitting

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)
T = TypeVar("T")

NO_FILES: Final = frozenset({400, 403, 413})
"""HTTP statuses with which Discord may refuse a message because of its file (size, permission)."""


@dataclass
class PendingWork:
    """Pending work on the messages of one table."""

    table_id: int
    channel_id: int
    since: float | None = None
    """Since when the message is stale, by the loop's clock; None if it is current."""
    repost: bool = False
    """Whether to post a new message at the bottom."""
    discard: set[int] = field(default_factory=set)
    """Ids of messages to delete."""
    check_earlier: bool = True
    """Whether to read earlier messages from the store: some may be left to delete."""
    posted: int | None = None
    """Id of a message that is posted but not stored yet."""
    maybe_posted: bool = True
    """Whether the next post may exist already: a response was lost, or the last process was killed."""
    tries: int = 0
    """Posts that were deleted before Discord's response arrived; part of the nonce."""
    reposts: Reposts = field(default_factory=Reposts)
    """Deletions of the table's messages by others."""

    def take(self, now: float) -> tuple[float, bool]:
        """Take the pending work: since when the message is stale (else ``now``), and whether to repost it."""
        taken = now if self.since is None else self.since, self.repost
        self.since, self.repost = None, False
        return taken

    def put_back(self, since: float, repost: bool) -> None:
        """Return work that failed; merged with requests made since."""
        self.since, self.repost = since, self.repost or repost


class Shown(NamedTuple):
    """A table that was shown, the message it is in, and its earlier messages."""

    table: ShownTable
    message_id: int | None
    """Id of the message that shows it; None if none is posted now."""
    earlier: Sequence[ShownMessage]
    """Stored messages from before."""


class Posting:
    """Edits and posts the messages of tables, one request at a time within the request budget."""

    def __init__(
        self,
        bot: RookeryBot,
        chat: ChatBelow,
        starters: Starters,
        pictures: DealPictures,
        renderings: Renderings,
        reposted: Callable[[ShownTable], None],
    ) -> None:
        """``reposted`` is called with a table once its new message is stored."""
        self._bot = bot
        self._renderings = renderings
        self._chat = chat
        self._starters = starters
        self._pictures = pictures
        self._refusals = Refusals()
        self._picture_refusals = Refusals()
        self._tables = bot.app.tables
        self._shown = bot.app.delivery.shown_messages
        self._outgoing = bot.app.delivery.outgoing
        self._faces = bot.app.delivery.card_faces
        self._leads = bot.app.stats.leads
        self._reposted = reposted

    async def show(self, pending: PendingWork, *, repost: bool) -> Shown | None:
        """Edit or post a table's message; returns None if the table cannot be read.

        The caller holds a turn of the request budget. Raises one of ``TROUBLE``, or ``StoreError`` if the new
        message could not be stored.
        """
        return await self._renderings.take_turn(pending.table_id, partial(self._show, pending, repost=repost))

    async def _show(self, pending: PendingWork, *, repost: bool) -> Shown | None:
        try:
            known = await self._tables.reading.recall(pending.channel_id, pending.table_id)
            table = (await self._leads.on(known))._replace(faces=self._faces.shown)
        except Refused:
            return None
        earlier = await self._shown.of_table(table.id) if pending.check_earlier else []
        live = table.place.message_id
        repost = repost or self._needs_repost(pending, table)
        if live is not None and table.is_open and not table.is_all_stored:
            await self._shown.will_pass(live)
        if live is None or (repost and table.is_open) or not await self._edit(pending, live, table):
            now = asyncio.get_running_loop().time()
            must_wait = not repost and table.is_open and pending.reposts.wait(now) > 0
            if must_wait or _was_broken_off(table):
                return Shown(table, None, earlier)
            live = await self._post(pending, table)
            earlier = await self._shown.of_table(table.id)
        return Shown(table, live, earlier)

    async def tidy(self, pending: PendingWork, since: float, shown: Shown) -> None:
        """Delete obsolete messages, edit the thread's starter, store the message as current or final.

        ``since``: when the message became stale, as priority in the request budget. Raises one of
        ``TROUBLE``, or ``StoreError``.
        """
        table, live = shown.table, shown.message_id
        if live is not None:
            pending.discard.update(
                one.message_id for one in shown.earlier if one.kind == "table" and one.message_id != live
            )
        await self._discard(pending, since, table)
        await self._starters.show(table)
        if live is not None:
            pending.check_earlier = False
            if not table.is_open:
                await self._shown.finish(live)
            elif table.is_all_stored:
                self._shown.note(live, table.revision)
        elif _was_broken_off(table) and table.place.message_id is not None:
            await self._shown.forget([table.place.message_id])

    async def _edit(self, pending: PendingWork, message_id: int, table: ShownTable) -> bool:
        """Edit a message; returns False if a new one must be posted instead.

        That is so if it was deleted, or its thread is archived: only a new message unarchives a thread.
        """
        if pending.reposts.is_missing:
            return False
        message, loop = self._message(pending, message_id), asyncio.get_running_loop()
        try:
            await self._send_panel(
                table,
                lambda view, files: message.edit(view=view, attachments=files, allowed_mentions=NO_MENTIONS),
            )
        except discord.HTTPException as error:
            is_archived = error.code == ARCHIVED and not _was_broken_off(table)
            if not is_archived and error.code != UNKNOWN_MESSAGE:
                raise
            if not is_archived:
                pending.reposts.note_deletion(loop.time())
            return False
        pending.reposts.note_edit(loop.time())
        return True

    async def _send_panel(
        self, table: ShownTable, send: Callable[[ui.LayoutView, list[discord.File]], Awaitable[T]]
    ) -> T:
        """Send a table's panel with its picture; if Discord refuses the file, without it.

        An edit without a picture removes the last one.
        """
        has_place = self._picture_refusals.may_try(table.place.channel_id)
        picture = self._pictures.of(table) if has_place else None
        if picture is not None:
            try:
                sent = await self._send_view(panel_of(table, picture), send, picture)
            except discord.HTTPException as error:
                if error.status not in NO_FILES or error.code == ARCHIVED:
                    raise
                sent = await self._send_view(panel_of(table), send)
                self._picture_refusals.note(table.place.channel_id)
                log.info("channel %d takes no pictures (%d)", table.place.channel_id, error.code)
            else:
                self._picture_refusals.end(table.place.channel_id)
            return sent
        return await self._send_view(panel_of(table), send)

    async def _send_view(
        self,
        view: ui.LayoutView,
        send: Callable[[ui.LayoutView, list[discord.File]], Awaitable[T]],
        picture: Picture | None = None,
    ) -> T:
        """Send a panel; if Discord refuses its card faces, in words."""
        return await in_words_if_refused(
            self._faces, view, lambda: send(view, [] if picture is None else [file_of(picture)])
        )

    def wake(self) -> None:
        """Retry soon in all channels that refused table messages or pictures: permissions have changed."""
        self._refusals.wake()
        self._picture_refusals.wake()

    def _needs_repost(self, pending: PendingWork, table: ShownTable) -> bool:
        """Whether to repost a message that chat scrolled away: a player is on turn, and it is not recent."""
        # A slow table is not reposted: its players are reminded, with a link.
        if (
            table.place.message_id is None
            or not table.is_playing
            or not table.turn.waiting_for
            or table.is_slow
        ):
            return False
        if pending.reposts.is_missing:
            return False
        since_posted = asyncio.get_running_loop().time() - pending.reposts.posted_at
        return (
            since_posted >= self._bot.app.settings.repost_every
            and self._chat.has_passed(table.place.channel_id, table.place.message_id)
            and self._refusals.may_try(table.place.channel_id)
        )

    async def _post(self, pending: PendingWork, table: ShownTable) -> int:
        """Post a message that replaces the live one, and store it; returns its id.

        The nonce makes Discord ignore a repeated post; such a message is edited again, as it may be older.
        If posting is forbidden, the live message is edited instead.
        """
        is_fresh = pending.posted is None and not pending.maybe_posted
        if pending.posted is None:
            pending.maybe_posted = True
            nonce = f"{base36(table.id)}:{base36(table.place.message_id or 0)}:{pending.tries}"
            channel = self._channel(pending)
            try:
                message = await self._send_panel(
                    table, lambda view, files: channel.send(view=view, files=files, nonce=nonce)
                )
            except discord.NotFound:
                pending.tries += 1  # there was a message with this nonce, and it has been deleted since
                raise
            except discord.Forbidden as error:
                if error.code == ARCHIVED or table.place.message_id is None:
                    raise
                if not await self._edit(pending, table.place.message_id, table):
                    raise
                self._refusals.note(table.place.channel_id)
                return table.place.message_id
            pending.posted = message.id
            pending.reposts.note_post(asyncio.get_running_loop().time())
            self._refusals.end(table.place.channel_id)
        live = pending.posted
        await self._tables.set_message(
            pending.channel_id,
            live,
            table_id=table.id,
            revision=table.revision if is_fresh and table.is_all_stored else 0,
        )
        pending.posted, pending.maybe_posted, pending.tries = None, False, 0
        if not is_fresh and pending.since is None:
            pending.since = asyncio.get_running_loop().time()
        self._reposted(table)
        return live

    async def _discard(self, pending: PendingWork, since: float, table: ShownTable) -> None:
        """Delete the messages in ``pending.discard``, each within the request budget."""
        for message_id in tuple(pending.discard):
            async with self._outgoing.turn(since, table.place.guild_id):
                try:
                    await self._message(pending, message_id).delete()
                except discord.NotFound as error:
                    if error.code != UNKNOWN_MESSAGE:
                        raise
            await self._shown.forget([message_id])
            pending.discard.discard(message_id)

    def _channel(self, pending: PendingWork) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(pending.channel_id)

    def _message(self, pending: PendingWork, message_id: int) -> discord.PartialMessage:
        return self._channel(pending).get_partial_message(message_id)


def panel_of(table: ShownTable, picture: Picture | None = None) -> ui.LayoutView:
    """The table message in any state of a table; ``picture`` shows the deal that has just ended."""
    if table.in_lobby:
        return lobby_panel(table)
    if table.view is None:
        return ended_panel(table)
    if table.is_playing or table.view.outcome is not None:
        return fitting(partial(table_panel, picture=picture), table)
    return ended_panel(table)


def _was_broken_off(table: ShownTable) -> bool:
    """Whether a table was closed without a result."""
    if table.is_open:
        return False
    return table.view is None or table.view.outcome is None


@dataclass
class Slot:
    """Schedule of the work on one table's messages."""

    guild_id: int
    interval: float
    """Seconds between two edits."""
    pending: PendingWork
    alarm: asyncio.TimerHandle | None = None
    at_work: asyncio.Task[None] | None = None
    last_edit: float = float("-inf")
    failing_since: float | None = None
    is_refused: bool = False
    """Whether the last failure was a refusal, which lasts until the server changes."""
    is_woken: bool = False
    """Whether the server has changed since the last attempt began."""
    woken_at: float = float("-inf")
    """Start of the last attempt made because of such a change, by the loop's clock."""
