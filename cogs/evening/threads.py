"""Opens the tables of an evening, each in a thread of its channel.

A public thread is made on a message and has its id, so a crash in between makes no second one. The threads of
duplicate deals are private, since no table may see another; each is stored before its players are let in.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.common.errors import Refused
from bot.common.text import has_account
from bot.evening.shown import ShownEvening
from bot.models.evening_kinds import EveningKind
from cogs.ui.controls import base36
from cogs.ui.items import TROUBLE, note
from cogs.ui.refusals import is_refusal
from cogs.ui.rights import missing_in, permissions

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

MINUTES_TO_ARCHIVE: Final = 1440
THERE_ALREADY: Final = 160004
"""Discord's error code for a message that has a thread."""
TOO_MANY: Final = 160006
"""Discord's error code for a server with as many open threads as it may have."""
NO_RIGHT: Final = (
    "I can't open tables here. I need {permissions} in this channel. "
    "Ask whoever manages the server, then press *Open tables*. Nothing is lost."
)
NO_THREAD: Final = (
    "Discord doesn't let me open a thread here. "
    "Ask whoever manages the server, then press *Open tables*. Nothing is lost."
)
TOO_MANY_THREADS: Final = (
    "This server has too many open threads. Archive some, then press *Open tables*. Nothing is lost."
)
NO_PRIVATE_THREADS: Final = (
    "The tables of a duplicate evening are private threads. "
    "Discord makes those in a text channel, not in an announcement channel like this."
)
RIGHTS: Final = ("view_channel", "send_messages", "send_messages_in_threads")


def rights_for(kind: EveningKind) -> tuple[str, ...]:
    """The permissions without which an evening cannot be played in a channel."""
    match kind:
        case EveningKind.ROTATING:
            return RIGHTS[:2]
        case EveningKind.PROGRESSIVE:
            return (*RIGHTS, "create_public_threads")
        case EveningKind.DUPLICATE:
            return (*RIGHTS, "create_private_threads")


def has_no_private_threads(channel: object) -> bool:
    """Whether a channel can have public threads only: an announcement channel."""
    return isinstance(channel, discord.TextChannel) and channel.is_news()


class EveningThreads:
    """Opens the tables of an evening's present round."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._evenings = bot.app.evenings
        self._refused: Final = Counter[int]()
        """By evening id, messages deleted without a thread; a part of the next message's nonce."""

    async def open_tables(self, evening: ShownEvening) -> tuple[str, bool]:
        """Open the round's tables that are not open.

        Returns a sentence on why one could not be, empty if all are; and whether Discord refused, so that the
        retry waits.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: Discord cannot be reached.
            StoreError: a thread or table could not be stored.
        """
        trouble = ""
        for table in self._evenings.tables.to_open(evening.id):
            try:
                thread_id = table.channel_id
                if thread_id is None:
                    channel = await self._channel(evening.place.channel_id)
                    if missing := missing_in(channel, rights_for(evening.kind)):
                        return NO_RIGHT.format(permissions=permissions(missing)), True
                    thread_id = await self._thread(evening, channel, table.number)
                    await self._evenings.tables.set_channel(evening.id, table.number, thread_id)
                if evening.kind is EveningKind.DUPLICATE:
                    await self._let_in(evening, thread_id, table.seats)
                await self._evenings.tables.open_table(evening.id, table.number)
            except Refused as refusal:
                trouble = f"Table {table.number}: {refusal}"
            except TROUBLE as error:
                if getattr(error, "code", 0) == TOO_MANY:
                    return TOO_MANY_THREADS, True
                if not is_refusal(error):
                    raise
                return NO_THREAD, True
        return trouble, False

    async def _thread(self, evening: ShownEvening, channel: discord.TextChannel, number: int) -> int:
        """Make a table's thread; returns its id."""
        name = f"Table {number}"
        if evening.kind is EveningKind.DUPLICATE:
            return await self._private(evening, channel, f"{name}, round {evening.rounds.number}")
        revision, refused = self._evenings.tables.revision(evening.id), self._refused[evening.id]
        nonce = f"n{base36(evening.id)}:{revision}:{number}:{refused}"
        try:
            async with self._turn(evening):
                message = await channel.send(view=note(f"### {name}"), nonce=nonce)
        except discord.NotFound:
            self._refused[evening.id] += 1  # there was a message with this nonce, and it has been deleted
            raise
        try:
            async with self._turn(evening):
                thread = await message.create_thread(name=name, auto_archive_duration=MINUTES_TO_ARCHIVE)
        except discord.HTTPException as error:
            if error.code == THERE_ALREADY:
                return int(message.id)
            if is_refusal(error) or error.code == TOO_MANY:
                self._refused[evening.id] += 1
                with suppress(*TROUBLE):
                    await message.delete()
            raise
        return int(thread.id)

    async def _private(self, evening: ShownEvening, channel: discord.TextChannel, name: str) -> int:
        """Make a private thread without members; returns its id. ``Refused`` if there can be none."""
        if has_no_private_threads(channel):
            raise Refused(NO_PRIVATE_THREADS)
        # Members who may manage threads can read even private ones (docs/playing.md).
        async with self._turn(evening):
            thread = await channel.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=MINUTES_TO_ARCHIVE,
            )
        return int(thread.id)

    async def _let_in(self, evening: ShownEvening, thread_id: int, seats: tuple[int | None, ...]) -> None:
        """Add a table's players to its private thread; without effect for those who are there."""
        try:
            thread = await self._channel(thread_id)
        except discord.NotFound:
            return  # it was deleted: its table is closed when it cannot be shown, and gets another thread
        for who in seats:
            if who is None or not has_account(who):
                continue
            try:
                async with self._turn(evening):
                    await thread.add_user(discord.Object(who))
            except discord.HTTPException as error:
                log.info("a player could not be let into a thread (%d)", error.code)

    async def _channel(self, channel_id: int) -> Any:  # noqa: ANN401  (of several kinds)
        return self._bot.get_channel(channel_id) or await self._bot.fetch_channel(channel_id)

    def _turn(self, evening: ShownEvening) -> AbstractAsyncContextManager[None]:
        return self._bot.app.delivery.outgoing.turn(asyncio.get_running_loop().time(), evening.place.guild_id)
