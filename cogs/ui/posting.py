"""One table's messages in its channel: the live one edited or posted, earlier ones brought to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

import discord
from discord import ui

from bot.errors import Refused
from bot.play.shown import ShownTable
from cogs.ui.controls import base36
from cogs.ui.deal_panel import deal_panel
from cogs.ui.deal_words import deals_of
from cogs.ui.ended_panel import ended_panel
from cogs.ui.fitting import fitting
from cogs.ui.lobby_panel import lobby_panel
from cogs.ui.table_panel import table_panel
from rules.core.events import HeardEvent

if TYPE_CHECKING:
    from bot.client import RookeryBot

NOBODY: Final = discord.AllowedMentions.none()
"""Whom an edit may mention; discord.py leaves the client's own setting out of edits."""
UNKNOWN_CHANNEL: Final = 10003
"""Discord's error code for a channel that was deleted."""
UNKNOWN_MESSAGE: Final = 10008
"""Discord's error code for a message that was deleted."""

Told = tuple[HeardEvent, ...]
"""How a deal ended."""


class Earlier(Protocol):
    """A message that is stored as still to change."""

    @property
    def message_id(self) -> int:
        """Discord's id."""
        ...

    @property
    def kind(self) -> str:
        """``table``, or ``reminder``."""
        ...

    @property
    def deal(self) -> int:
        """The deal it is about; 0 before the first."""
        ...


@dataclass
class Wanted:
    """What is still to be done for the messages of one table."""

    table_id: int
    channel_id: int
    since: float | None = None
    """Since when a message has been out of date, by the loop's clock; None if none is."""
    repost: bool = False
    """Whether the table is to be shown in a new message at the bottom."""
    told: Told = ()
    """How the last deal ended, for the message that shows it."""
    endings: dict[int, Told] = field(default_factory=dict)
    """How the deals of earlier messages ended, as far as that was heard."""
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

    def take(self, now: float) -> tuple[float, bool, Told]:
        """What is to be shown, which is then under way."""
        taken = now if self.since is None else self.since, self.repost, self.told
        self.since, self.repost, self.told = None, False, ()
        return taken

    def put_back(self, since: float, repost: bool, told: Told) -> None:
        """What could not be shown is to be shown still, and what has come since."""
        self.since, self.repost, self.told = since, self.repost or repost, self.told or told


class Posting:
    """Brings the messages of tables up to date, one request after another, each in its turn."""

    def __init__(self, bot: RookeryBot, reposted: Callable[[ShownTable], None]) -> None:
        self._bot = bot
        self._tables = bot.app.tables
        self._shown = bot.app.shown_messages
        self._outgoing = bot.app.outgoing
        self._faces = bot.app.card_faces
        self._reposted = reposted

    async def bring_up_to_date(self, wanted: Wanted, since: float, repost: bool, told: Told) -> bool:
        """Show a table as it now is, in its turn; returns whether that is how it stays.

        ``since`` is when what is shown was first wanted; further requests wait for turns of their own.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: Discord cannot be reached, or refuses.
            StoreError: what is shown could not be stored.
        """
        try:
            table = self._faces.on(await self._tables.recall(wanted.channel_id, wanted.table_id))
        except Refused:
            return True
        is_over = not table.in_lobby and not table.is_playing
        earlier = await self._shown.of_table(table.id) if wanted.look else []
        repost = repost or _belongs_to_the_past(table, earlier)
        live = table.message_id
        if live is None or (repost and not is_over) or not await self._edit(wanted, live, table):
            if is_over and _was_broken_off(table):
                await self._shown.forget([] if live is None else [live])
                return True
            live = await self._post(wanted, table, told)
            earlier = await self._shown.of_table(table.id)
        await self._end_earlier(wanted, since, table, [one for one in earlier if one.message_id != live])
        wanted.look = False
        if is_over:
            await self._shown.finish(live)
        elif table.is_all_stored:
            self._shown.note(live, table.revision)
        return is_over

    async def _edit(self, wanted: Wanted, message_id: int, table: ShownTable) -> bool:
        """Edit a message; returns whether it is still there."""
        message = self._message(wanted, message_id)
        try:
            await message.edit(view=panel_of(table), allowed_mentions=NOBODY)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _post(self, wanted: Wanted, table: ShownTable, told: Told) -> int:
        """Post a message in place of the live one, once: by the nonce Discord knows one it has already.

        Where it may have had it, it is edited once more.
        """
        is_fresh = wanted.posted is None and not wanted.perhaps_posted
        if wanted.posted is None:
            wanted.perhaps_posted = True
            nonce = f"{base36(table.id)}:{base36(table.message_id or 0)}:{wanted.tries}"
            try:
                message = await self._channel(wanted).send(view=panel_of(table), nonce=nonce)
            except discord.NotFound:
                wanted.tries += 1  # there was a message with this nonce, and it has been deleted since
                raise
            except discord.Forbidden:
                if table.message_id is not None:
                    await self._edit(wanted, table.message_id, table)  # that much may be allowed
                raise
            wanted.posted = message.id
        live = wanted.posted
        await self._tables.set_message(
            wanted.channel_id,
            live,
            table_id=table.id,
            deal=_deal_of(table),
            revision=table.revision if is_fresh and table.is_all_stored else 0,
        )
        wanted.posted, wanted.perhaps_posted, wanted.tries = None, False, 0
        if table.message_id is not None:
            wanted.endings[table.message_id] = told
        if not is_fresh and wanted.since is None:
            wanted.since = asyncio.get_running_loop().time()
        self._reposted(table)
        return live

    async def _end_earlier(
        self, wanted: Wanted, since: float, table: ShownTable, earlier: Sequence[Earlier]
    ) -> None:
        """Let earlier messages keep the result of their deals, or go."""
        of_deals = {max(1, one.deal): one.message_id for one in earlier if one.kind == "table"}
        for one in earlier:
            if one.kind != "table":
                continue
            deal = max(1, one.deal)  # the first deal goes on in the lobby's message
            told = wanted.endings.get(one.message_id, ())
            if not told and of_deals[deal] == one.message_id:
                told = result_of(table, deal)
            await self._outgoing.turn(since, table.guild_id)
            await self._end(wanted, one.message_id, deal_panel(table, told) if told else None)
            wanted.endings.pop(one.message_id, None)
        for message_id in tuple(wanted.discard):
            await self._outgoing.turn(since, table.guild_id)
            await self._end(wanted, message_id, None)
            wanted.discard.discard(message_id)

    async def _end(self, wanted: Wanted, message_id: int, last: ui.LayoutView | None) -> None:
        """Give a message its last form, or without one delete it."""
        message = self._message(wanted, message_id)
        try:
            await (message.delete() if last is None else message.edit(view=last, allowed_mentions=NOBODY))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            last = None
        await (self._shown.forget([message_id]) if last is None else self._shown.finish(message_id))

    def _channel(self, wanted: Wanted) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(wanted.channel_id)

    def _message(self, wanted: Wanted, message_id: int) -> discord.PartialMessage:
        return self._channel(wanted).get_partial_message(message_id)


def panel_of(table: ShownTable) -> ui.LayoutView:
    """The panel of a table in whatever state it is."""
    if table.in_lobby:
        return lobby_panel(table)
    if table.view is None:
        return ended_panel(table)
    if table.is_playing or table.view.outcome is not None:
        return fitting(table_panel, table)
    return ended_panel(table)


def _deal_of(table: ShownTable) -> int:
    return 0 if table.view is None else table.view.deal


def _was_broken_off(table: ShownTable) -> bool:
    return table.view is None or table.view.outcome is None


def _belongs_to_the_past(table: ShownTable, messages: Sequence[Earlier]) -> bool:
    """Whether the message that shows a match is about a deal that is over: each has one of its own."""
    deals = [max(1, one.deal) for one in messages if one.message_id == table.message_id]
    return table.is_playing and any(deal < _deal_of(table) for deal in deals)


def result_of(table: ShownTable, deal: int) -> Told:
    """What the score sheet says of a deal; nothing where it has no score, and of the last one of a match."""
    if table.view is None or deal == table.view.deal:
        return ()
    return tuple(scored for scored in deals_of(table.view) if scored.deal == deal)
