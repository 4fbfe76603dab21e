"""One table's message in its channel: edited, or posted at the bottom with the one before deleted."""

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
from bot.delivery.shown_messages import ShownMessage
from bot.table.desk.shown import ShownTable
from cogs.table.deal_pictures import DealPictures
from cogs.table.ended_panel import ended_panel
from cogs.table.lobby_panel import lobby_panel
from cogs.table.panel import table_panel
from cogs.table.starters import Starters
from cogs.ui.answers import in_words_if_refused
from cogs.ui.chat_below import ChatBelow
from cogs.ui.controls import base36
from cogs.ui.items import NOBODY
from cogs.ui.refusals import ARCHIVED, UNKNOWN_MESSAGE, Refusals
from cogs.ui.renderings import Renderings
from cogs.ui.reposts import Reposts
from cogs.ui.stats_parts import file_of
from cogs.ui.words import fitting

if TYPE_CHECKING:
    from bot.client import RookeryBot

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)
T = TypeVar("T")

NO_FILES: Final = frozenset({400, 403, 413})
"""Statuses with which Discord may refuse a message for its file: it has no place, no right, is too large."""


@dataclass
class Wanted:
    """What is still to be done for the messages of one table."""

    table_id: int
    channel_id: int
    since: float | None = None
    """Since when a message has been out of date, by the loop's clock; None if none is."""
    repost: bool = False
    """Whether the table is to be shown in a new message at the bottom."""
    discard: set[int] = field(default_factory=set)
    """Messages to delete."""
    look: bool = True
    """Whether earlier messages may be left, as only the store can tell."""
    posted: int | None = None
    """A message that is posted and not stored yet."""
    perhaps_posted: bool = True
    """Whether the next message may be there already: an answer was lost, or the last process was killed."""
    tries: int = 0
    """Messages that were posted and deleted before their answer came."""
    reposts: Reposts = field(default_factory=Reposts)
    """The deletions of its messages by others."""

    def take(self, now: float) -> tuple[float, bool]:
        """Since when something is to be shown, and whether in a new message; it is then under way."""
        taken = now if self.since is None else self.since, self.repost
        self.since, self.repost = None, False
        return taken

    def put_back(self, since: float, repost: bool) -> None:
        """What could not be shown is to be shown still, and what has come since."""
        self.since, self.repost = since, self.repost or repost


class Shown(NamedTuple):
    """A table as it was shown."""

    table: ShownTable
    message_id: int | None
    """The message that shows it; None where none is to, for now or for ever."""
    earlier: Sequence[ShownMessage]
    """The messages that stood before."""


class Posting:
    """Brings the messages of tables up to date, one request after another, each in its turn."""

    def __init__(
        self,
        bot: RookeryBot,
        chat: ChatBelow,
        starters: Starters,
        pictures: DealPictures,
        renderings: Renderings,
        reposted: Callable[[ShownTable], None],
    ) -> None:
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

    async def show(self, wanted: Wanted, *, repost: bool) -> Shown | None:
        """Show a table as it now is; within a turn. None where it cannot be read.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: Discord cannot be reached, or refuses.
            StoreError: what is shown could not be stored.
        """
        return await self._renderings.drawn(wanted.table_id, partial(self._show, wanted, repost=repost))

    async def _show(self, wanted: Wanted, *, repost: bool) -> Shown | None:
        try:
            known = await self._tables.reading.recall(wanted.channel_id, wanted.table_id)
            table = (await self._leads.on(known))._replace(faces=self._faces.shown)
        except Refused:
            return None
        earlier = await self._shown.of_table(table.id) if wanted.look else []
        live = table.place.message_id
        repost = repost or self._is_needed_below(wanted, table)
        if live is not None and is_open(table) and not table.is_all_stored:
            await self._shown.will_pass(live)
        if live is None or (repost and is_open(table)) or not await self._edit(wanted, live, table):
            if _was_broken_off(table) or (not repost and self._waits(wanted, table)):
                return Shown(table, None, earlier)
            live = await self._post(wanted, table)
            earlier = await self._shown.of_table(table.id)
        return Shown(table, live, earlier)

    async def tidy(self, wanted: Wanted, since: float, shown: Shown) -> None:
        """Delete what is not to be seen any more, and note what was shown; requests take turns of their own.

        ``since`` is when what is shown was first wanted.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: Discord cannot be reached, or refuses.
            StoreError: what is shown could not be stored.
        """
        table, live = shown.table, shown.message_id
        if live is not None:
            wanted.discard.update(
                one.message_id for one in shown.earlier if one.kind == "table" and one.message_id != live
            )
        await self._discard(wanted, since, table)
        await self._starters.show(table)
        if live is not None:
            wanted.look = False
            if not is_open(table):
                await self._shown.finish(live)
            elif table.is_all_stored:
                self._shown.note(live, table.revision)
        elif _was_broken_off(table) and table.place.message_id is not None:
            await self._shown.forget([table.place.message_id])

    def _waits(self, wanted: Wanted, table: ShownTable) -> bool:
        """Whether a message that others deleted is left away for now. A table's end is posted anyway."""
        return is_open(table) and wanted.reposts.wait(asyncio.get_running_loop().time()) > 0

    async def _edit(self, wanted: Wanted, message_id: int, table: ShownTable) -> bool:
        """Edit a message; returns False where another is to be posted: it is gone, or its thread archived.

        In an archived thread nothing can be edited, and a message opens it again.
        """
        if wanted.reposts.is_missing:
            return False
        message, loop = self._message(wanted, message_id), asyncio.get_running_loop()
        try:
            await self._drawn(
                table,
                lambda view, files: message.edit(view=view, attachments=files, allowed_mentions=NOBODY),
            )
        except discord.HTTPException as error:
            is_archived = error.code == ARCHIVED and not _was_broken_off(table)
            if not is_archived and error.code != UNKNOWN_MESSAGE:
                raise
            if not is_archived:
                wanted.reposts.note_deletion(loop.time())
            return False
        wanted.reposts.note_edit(loop.time())
        return True

    async def _drawn(
        self, table: ShownTable, send: Callable[[ui.LayoutView, list[discord.File]], Awaitable[T]]
    ) -> T:
        """Send a table's panel, with the picture in it; where Discord refuses that, with its words alone.

        An edit without a picture takes the last one away.
        """
        has_place = self._picture_refusals.may_try(table.place.channel_id)
        picture = self._pictures.of(table) if has_place else None
        if picture is not None:
            try:
                sent = await self._said(panel_of(table, picture), send, picture)
            except discord.HTTPException as error:
                if error.status not in NO_FILES or error.code == ARCHIVED:
                    raise
                sent = await self._said(panel_of(table), send)
                self._picture_refusals.note(table.place.channel_id)
                log.info("channel %d takes no pictures (%d)", table.place.channel_id, error.code)
            else:
                self._picture_refusals.end(table.place.channel_id)
            return sent
        return await self._said(panel_of(table), send)

    async def _said(
        self,
        view: ui.LayoutView,
        send: Callable[[ui.LayoutView, list[discord.File]], Awaitable[T]],
        picture: Picture | None = None,
    ) -> T:
        """Send a panel; where Discord refuses its faces, in words."""
        return await in_words_if_refused(
            self._faces, view, lambda: send(view, [] if picture is None else [file_of(picture)])
        )

    def wake(self) -> None:
        """Rights have changed somewhere."""
        self._refusals.wake()
        self._picture_refusals.wake()

    def _is_needed_below(self, wanted: Wanted, table: ShownTable) -> bool:
        """Whether somebody's turn is at a table that chat has scrolled away; not again for a while.

        A slow table stays where it is: its players are reminded, and find it by a link.
        """
        if (
            table.place.message_id is None
            or not table.is_playing
            or not table.turn.waiting_for
            or table.is_slow
        ):
            return False
        if wanted.reposts.is_missing:
            return False
        since_posted = asyncio.get_running_loop().time() - wanted.reposts.posted_at
        return (
            since_posted >= self._bot.app.settings.repost_every
            and self._chat.has_passed(table.place.channel_id, table.place.message_id)
            and self._refusals.may_try(table.place.channel_id)
        )

    async def _post(self, wanted: Wanted, table: ShownTable) -> int:
        """Post a message in place of the live one, once: by the nonce Discord knows one it has already.

        Where it may have had it, it is edited once more. Where none may be posted, the live one does.
        """
        is_fresh = wanted.posted is None and not wanted.perhaps_posted
        if wanted.posted is None:
            wanted.perhaps_posted = True
            nonce = f"{base36(table.id)}:{base36(table.place.message_id or 0)}:{wanted.tries}"
            channel = self._channel(wanted)
            try:
                message = await self._drawn(
                    table, lambda view, files: channel.send(view=view, files=files, nonce=nonce)
                )
            except discord.NotFound:
                wanted.tries += 1  # there was a message with this nonce, and it has been deleted since
                raise
            except discord.Forbidden as error:
                if error.code == ARCHIVED or table.place.message_id is None:
                    raise
                if not await self._edit(wanted, table.place.message_id, table):
                    raise
                self._refusals.note(table.place.channel_id)
                return table.place.message_id
            wanted.posted = message.id
            wanted.reposts.note_post(asyncio.get_running_loop().time())
            self._refusals.end(table.place.channel_id)
        live = wanted.posted
        await self._tables.set_message(
            wanted.channel_id,
            live,
            table_id=table.id,
            revision=table.revision if is_fresh and table.is_all_stored else 0,
        )
        wanted.posted, wanted.perhaps_posted, wanted.tries = None, False, 0
        if not is_fresh and wanted.since is None:
            wanted.since = asyncio.get_running_loop().time()
        self._reposted(table)
        return live

    async def _discard(self, wanted: Wanted, since: float, table: ShownTable) -> None:
        """Delete what is to go, each message in its turn."""
        for message_id in tuple(wanted.discard):
            async with self._outgoing.turn(since, table.place.guild_id):
                try:
                    await self._message(wanted, message_id).delete()
                except discord.NotFound as error:
                    if error.code != UNKNOWN_MESSAGE:
                        raise
            await self._shown.forget([message_id])
            wanted.discard.discard(message_id)

    def _channel(self, wanted: Wanted) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(wanted.channel_id)

    def _message(self, wanted: Wanted, message_id: int) -> discord.PartialMessage:
        return self._channel(wanted).get_partial_message(message_id)


def panel_of(table: ShownTable, picture: Picture | None = None) -> ui.LayoutView:
    """The panel of a table in whatever state it is; ``picture`` is of the deal that has just ended."""
    if table.in_lobby:
        return lobby_panel(table)
    if table.view is None:
        return ended_panel(table)
    if table.is_playing or table.view.outcome is not None:
        return fitting(partial(table_panel, picture=picture), table)
    return ended_panel(table)


def is_open(table: ShownTable) -> bool:
    """Whether a table can still change."""
    return table.in_lobby or table.is_playing


def _was_broken_off(table: ShownTable) -> bool:
    """Whether a table was closed without a result."""
    if is_open(table):
        return False
    return table.view is None or table.view.outcome is None


@dataclass
class Slot:
    """The messages of one table, and when they are looked after."""

    guild_id: int
    interval: float
    """Seconds between two edits."""
    wanted: Wanted
    alarm: asyncio.TimerHandle | None = None
    at_work: asyncio.Task[None] | None = None
    last_edit: float = float("-inf")
    failing_since: float | None = None
    is_refused: bool = False
    """Whether Discord said no, so that only a change in the server can help."""
    is_woken: bool = False
    """Whether something has changed in the server since the last try began."""
    woken_at: float = float("-inf")
    """When the last try began that such a change was the reason of."""
