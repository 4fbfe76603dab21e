"""Messages about open votes: one a vote, brought to its final form when its vote ends, by whatever ends it.

Whoever asks again brings the vote down: the message before goes. Nobody can say in which order answers arrive
that are on their way together, so the message is brought up to date once the last has come.

A restart ends votes, and the message of one that was open says so. One that Discord does not take is told of
once rights have changed, or the bot is back.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Self

import discord
from discord import ui

from bot.common.background import Background
from bot.common.errors import Refused, StoreError
from bot.delivery.shown_messages import ShownMessage
from bot.table.desk.agreement import Proposal, Vote
from bot.table.desk.shown import ShownTable, Update
from cogs.table.vote_panel import vote_panel
from cogs.ui.items import TROUBLE, note
from cogs.ui.refusals import Refusals
from cogs.ui.renderings import Renderings

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

OVER: Final = "This vote is over."
RESTARTED: Final = "The bot restarted, so this vote is off. Ask again if you still want it."
LATE_PRESSES: Final = 1000
"""Messages of ended votes that are remembered: a press on one may have been on its way."""


class _Says(NamedTuple):
    """What a message says of a vote that is open: how it stands, and whom it waits for."""

    vote: Vote
    missing: frozenset[int]

    @classmethod
    def of(cls, table: ShownTable, proposal: Proposal) -> Self | None:
        """What there is to say of a vote; None once it is over."""
        vote = table.voting.votes.get(proposal)
        return None if vote is None else cls(vote, table.voting.missing[proposal])


@dataclass
class _Asked:
    """A vote that is open, or about which an answer or an edit is on its way still, and its message."""

    under_way: int = 0
    """How many answers and edits are. While one is, nobody can say what the message shows in the end."""
    table: ShownTable | None = None
    """The table as it last was with the vote open, or as it was when that ended."""
    message_id: int | None = None
    """None until it is posted."""
    says: _Says | None = None
    is_uncertain: bool = False
    """Whether the message may say something else: answers have crossed, or one was lost."""


class _Place(NamedTuple):
    """Where a message stands."""

    guild_id: int
    channel_id: int


class VoteMessages:
    """What was posted about votes that are open."""

    def __init__(self, bot: RookeryBot, renderings: Renderings, refusals: Refusals) -> None:
        self._bot = bot
        self._renderings = renderings
        self._asked: dict[tuple[int, Proposal], _Asked] = {}
        self._ended: deque[int] = deque(maxlen=LATE_PRESSES)
        """The last messages that tell how their vote has ended, or are about to."""
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
        shown = self._bot.app.delivery.shown_messages
        votes = await shown.votes()
        channels = {one.table_id: one.channel_id for one in await shown.stale_tables()}
        for asking in votes:
            if asking.table_id in channels:  # else it has ended meanwhile
                self._at_work.begin(self._end_by_restart(channels[asking.table_id], asking))

    async def _end_by_restart(self, channel_id: int, asking: ShownMessage) -> None:
        """Say that a vote is off, unless only the front desk was loaded again."""
        try:
            table = await self._bot.app.tables.reading.recall(channel_id, asking.table_id)
        except (Refused, StoreError):
            return
        if not table.voting.votes:
            await self._end(_place_of(table), asking.message_id, note(f"🤝 {RESTARTED}"))

    def keep(self, table: ShownTable, proposal: Proposal, message_id: int) -> bool:
        """Bring the message with which somebody is being answered to its end with its vote.

        Returns whether it is the vote's newest. The older one goes.
        """
        asked = self._asked[table.id, proposal]
        before = asked.message_id
        if before is not None and before != message_id:
            self._at_work.begin(self._take_away(_place_of(table), min(before, message_id)))
            if before > message_id:
                return False
        asked.message_id, asked.says = message_id, _Says.of(table, proposal)
        asked.table = asked.table or table
        asked.is_uncertain = asked.is_uncertain or asked.under_way > 1
        if asked.says is not None:
            self._at_work.begin(self._note_open(table, message_id))
        return True

    def newest_panel(self, table: ShownTable, proposal: Proposal) -> ui.LayoutView:
        """Draw a vote's message as the vote stands by now, or as it ended; it was known from this table."""
        asked = self._asked.get((table.id, proposal))
        if asked is None or asked.table is None:
            return vote_panel(table, proposal)
        asked.says = _Says.of(asked.table, proposal)
        return vote_panel(asked.table, proposal)

    def is_looked_after(self, message_id: int) -> bool:
        """Whether a message tells how its vote ended, or will; of one from long ago nobody knows."""
        return message_id in self._ended or any(one.message_id == message_id for one in self._asked.values())

    @contextmanager
    def answering(self, table_id: int, proposal: Proposal) -> Iterator[None]:
        """Leave a vote's message to whoever answers a press on it, or posts it, until that is done."""
        key = table_id, proposal
        asked = self._asked.setdefault(key, _Asked())
        asked.under_way += 1
        try:
            yield
        except TROUBLE:
            asked.is_uncertain = True
            raise
        finally:
            self._has_come(key)

    def follow(self, update: Update) -> None:
        """End the messages whose votes have ended with a change of a table, and show how others stand."""
        table = update.table
        for key in [key for key in self._asked if key[0] == table.id]:
            asked, proposal = self._asked[key], key[1]
            was_open = asked.table is None or proposal in asked.table.voting.votes
            if was_open or proposal in table.voting.votes:  # else more has happened since the vote ended
                asked.table = table
            if not asked.under_way:
                self._bring_up_to_date(key)

    def _has_come(self, key: tuple[int, Proposal]) -> None:
        """An answer or an edit that was under way has come."""
        self._asked[key].under_way -= 1
        if not self._asked[key].under_way:
            self._bring_up_to_date(key)

    def _bring_up_to_date(self, key: tuple[int, Proposal]) -> None:
        """Have the message of a vote say what holds by now, if it does not."""
        asked, (_, proposal) = self._asked[key], key
        table, message_id = asked.table, asked.message_id
        if table is None or message_id is None:
            del self._asked[key]
            return
        says = _Says.of(table, proposal)
        is_right = asked.says == says and not asked.is_uncertain
        if says is not None:
            if not is_right:
                asked.says, asked.is_uncertain = says, False
                asked.under_way += 1
                self._at_work.begin(self._show(key, table, message_id))
            return
        del self._asked[key]
        self._ended.append(message_id)
        if is_right:
            self._at_work.begin(self._note_ended(message_id))
        else:
            self._at_work.begin(self._end(_place_of(table), message_id, vote_panel(table, proposal)))

    async def _show(self, key: tuple[int, Proposal], table: ShownTable, message_id: int) -> None:
        """Show on a vote's message how that stands."""
        newest = partial(self.newest_panel, table, key[1])
        try:
            await self._change(_place_of(table), message_id, newest)
        finally:
            self._has_come(key)

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
            await self._bot.app.delivery.shown_messages.ask(message_id, table.id, deal, table.revision)
        except StoreError as error:
            log.warning("a vote's message would outlive a restart: %s", error)

    async def _note_ended(self, message_id: int) -> None:
        """Store that a message tells how its vote ended, and stays."""
        try:
            await self._bot.app.delivery.shown_messages.finish(message_id)
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
        if await self._change(place, message_id, lambda: view):
            await self._note_ended(message_id)
        else:
            self._unended[message_id] = place

    async def _take_away(self, place: _Place, message_id: int) -> None:
        """Delete a message in whose place there is a newer one."""
        self._ended.append(message_id)
        if not await self._change(place, message_id, None):
            self._unended[message_id] = place

    async def _change(self, place: _Place, message_id: int, draw: Callable[[], ui.LayoutView] | None) -> bool:
        """Show something on a message, or with None delete it; returns whether nothing is left to do."""
        channel = self._bot.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        message = channel.get_partial_message(message_id)

        async def draw_and_send() -> None:
            await (message.delete() if draw is None else message.edit(view=draw()))

        try:
            async with self._bot.app.delivery.outgoing.turn(
                asyncio.get_running_loop().time(), place.guild_id
            ):
                if not self._refusals.may_try(place.channel_id):
                    return False
                await self._renderings.drawn(message_id, draw_and_send)
            self._refusals.end(place.channel_id)
        except TROUBLE as error:
            if isinstance(error, discord.Forbidden):
                self._refusals.note(place.channel_id)
            log.info("a vote's message is left as it is (%s)", type(error).__name__)
            return isinstance(error, discord.NotFound)
        return True


def _place_of(table: ShownTable) -> _Place:
    return _Place(table.place.guild_id, table.place.channel_id)
