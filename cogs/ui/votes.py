"""Messages about open votes: one a vote, brought to its final form when its vote ends, by whatever ends it.

Whoever asks again brings the vote down: the message before goes. A restart ends votes, and the message of one
that was open says so. One that Discord does not take is told of once rights have changed, or the bot is back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

import discord
from discord import ui

from bot.background import Background
from bot.errors import Refused, StoreError
from bot.play.agreement import Proposal
from bot.play.shown import ShownTable, Update
from bot.services.shown_messages import ShownMessage
from cogs.ui.items import TROUBLE, note
from cogs.ui.refusals import Refusals
from cogs.ui.vote_panel import vote_panel

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

OVER: Final = "This vote is over."
RESTARTED: Final = "The bot restarted, so this vote is off. Ask again if you still want it."


class _Open(NamedTuple):
    """The message of an open vote, and whom it says the vote waits for."""

    message_id: int
    missing: frozenset[int]


class _Place(NamedTuple):
    """Where a message stands."""

    guild_id: int
    channel_id: int


class VoteMessages:
    """What was posted about votes that are open."""

    def __init__(self, bot: RookeryBot, refusals: Refusals) -> None:
        self._bot = bot
        self._open: dict[tuple[int, Proposal], _Open] = {}
        self._unended: dict[int, _Place] = {}
        """Messages by their ids that still ask, though their vote is over: Discord did not take its end."""
        self._at_work = Background()
        self._later = Background()
        self._refusals = refusals

    async def resume(self) -> None:
        """Have the messages of votes that were open before a restart say that it ended them.

        Raises:
            StoreError: which those are cannot be read.
        """
        shown = self._bot.app.shown_messages
        votes = await shown.votes()
        channels = {one.table_id: one.channel_id for one in await shown.stale_tables()}
        for asking in votes:
            if asking.table_id in channels:  # else it has ended meanwhile
                self._at_work.begin(self._end_by_restart(channels[asking.table_id], asking))

    async def _end_by_restart(self, channel_id: int, asking: ShownMessage) -> None:
        """Say that a vote is off, unless only the front desk was loaded again."""
        try:
            table = await self._bot.app.tables.recall(channel_id, asking.table_id)
        except (Refused, StoreError):
            return
        if not table.votes:
            await self._end(_place_of(table), asking.message_id, note(f"🤝 {RESTARTED}"))

    def keep(self, table: ShownTable, proposal: Proposal, message_id: int) -> None:
        """Bring a message to its end with its vote, if that is open still; the one before goes."""
        if proposal not in table.votes:
            self._at_work.begin(self._note_ended(message_id))
            return
        before = self._open.get((table.id, proposal))
        self._open[table.id, proposal] = _Open(message_id, table.missing[proposal])
        self._at_work.begin(self._note_open(table, message_id))
        if before is not None and before.message_id != message_id:
            self._at_work.begin(self._change(_place_of(table), before.message_id, None))

    @contextmanager
    def answering(self, table_id: int, proposal: Proposal, message_id: int | None) -> Iterator[None]:
        """Leave a message to whoever answers a press on it, unless the press is refused."""
        key = table_id, proposal
        kept = self._open.get(key)
        kept = None if kept is None or kept.message_id != message_id else self._open.pop(key)
        try:
            yield
        except Exception:
            if kept is not None:
                self._open.setdefault(key, kept)
            raise

    def follow(self, update: Update) -> None:
        """End the messages whose votes have ended with a change of a table, and show whom others wait for."""
        table = update.table
        for key in [key for key in self._open if key[0] == table.id]:
            _, proposal = key
            message_id, missing = self._open.pop(key)
            if proposal not in table.votes:
                self._at_work.begin(self._end(_place_of(table), message_id, vote_panel(table, proposal)))
                continue
            self._open[key] = _Open(message_id, table.missing[proposal])
            if table.missing[proposal] != missing:
                self._at_work.begin(self._change(_place_of(table), message_id, vote_panel(table, proposal)))

    def wake(self, guild_id: int | None = None) -> None:
        """Have messages that still ask say in a moment that it is over, in one server or everywhere."""
        for message_id, place in tuple(self._unended.items()):
            if guild_id in {None, place.guild_id}:
                del self._unended[message_id]
                self._later.begin(self._end_later(place, message_id))

    async def close(self) -> None:
        """Finish what is under way."""
        await self._later.cancel()
        await self._at_work.finish()

    async def _note_open(self, table: ShownTable, message_id: int) -> None:
        """Store that a message asks for a vote, so that a restart has it say that this is off."""
        deal = 0 if table.view is None else table.view.deal
        try:
            await self._bot.app.shown_messages.ask(message_id, table.id, deal, table.revision)
        except StoreError as error:
            log.warning("a vote's message would outlive a restart: %s", error)

    async def _note_ended(self, message_id: int) -> None:
        """Store that a message tells how its vote ended, and stays."""
        try:
            await self._bot.app.shown_messages.finish(message_id)
        except StoreError as error:
            log.warning("a vote's message is said to be off at the next restart: %s", error)

    async def _end_later(self, place: _Place, message_id: int) -> None:
        """Say that a vote is over, and not how: meanwhile somebody who is named may have been forgotten."""
        self._refusals.wake_channel(place.channel_id)
        await asyncio.sleep(self._refusals.until_try(place.channel_id))
        self._refusals.wake_channel(place.channel_id)  # in between all may have been put off for longer
        await self._end(place, message_id, note(f"🤝 {OVER}"))

    async def _end(self, place: _Place, message_id: int, view: ui.LayoutView) -> None:
        """Give a message its final form."""
        if await self._change(place, message_id, view):
            await self._note_ended(message_id)
        else:
            self._unended[message_id] = place

    async def _change(self, place: _Place, message_id: int, view: ui.LayoutView | None) -> bool:
        """Show something on a message, or with None delete it; returns whether nothing is left to do."""
        channel = self._bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        await self._bot.app.outgoing.turn(asyncio.get_running_loop().time())
        if not self._refusals.may_try(place.channel_id):
            return False
        try:
            message = channel.get_partial_message(message_id)
            await (message.delete() if view is None else message.edit(view=view))
            self._refusals.end(place.channel_id)
        except TROUBLE as error:
            if isinstance(error, discord.Forbidden):
                self._refusals.note(place.channel_id)
            log.info("a vote's message is left as it is (%s)", type(error).__name__)
            return isinstance(error, discord.NotFound)
        return True


def _place_of(table: ShownTable) -> _Place:
    return _Place(table.guild_id, table.channel_id)
