"""Vote messages: one for each open vote, edited to its result when the vote ends.

Asking again posts the vote at the bottom of the channel and deletes the older message. Answers sent at the
same time may arrive in any order, so the message is corrected after the last one.

A restart ends all votes, and their messages then say so. If Discord refuses that edit, it is retried after a
change of permissions or the next start.
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
from bot.models.stored_messages import ShownMessage
from bot.table.desk.agreement import Proposal, Vote
from bot.table.desk.shown import ShownPlace, ShownTable, Update
from cogs.table.vote_panel import vote_panel
from cogs.ui.items import TROUBLE, note
from cogs.ui.refusals import Refusals
from cogs.ui.renderings import Renderings

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

OVER: Final = "This vote is over."
RESTARTED: Final = "The bot restarted, so this vote is off. Ask again if you still want it."
READ_AGAIN_AFTER: Final = 5.0
"""Seconds until a table that could not be read is read again."""
LATE_PRESSES: Final = 1000
"""Message ids of ended votes that are kept, for presses that were under way."""


class _Content(NamedTuple):
    """What the message of an open vote shows: the votes cast, and the users who have not voted."""

    vote: Vote
    missing: frozenset[int]

    @classmethod
    def of(cls, table: ShownTable, proposal: Proposal) -> Self | None:
        """The content for a vote; None once it is over."""
        vote = table.voting.votes.get(proposal)
        return None if vote is None else cls(vote, table.voting.missing[proposal])


@dataclass
class _VoteMessage:
    """The message of a vote that is open, or has requests pending."""

    pending: int = 0
    """Answers and edits under way. Until they arrive, the message's final content is unknown."""
    table: ShownTable | None = None
    """The table when the vote was last open, or when it ended."""
    message_id: int | None = None
    """None until the message is posted."""
    content: _Content | None = None
    is_uncertain: bool = False
    """Whether the message may show something else: answers crossed, or one was lost."""


class VoteMessages:
    """Edits the messages of votes, in all channels: the votes while open, then the result."""

    def __init__(self, bot: RookeryBot, renderings: Renderings, refusals: Refusals) -> None:
        self._bot = bot
        self._renderings = renderings
        self._messages: dict[tuple[int, Proposal], _VoteMessage] = {}
        self._ended: deque[int] = deque(maxlen=LATE_PRESSES)
        """Ids of the last messages that show a result, or are being edited to it."""
        self._unended: dict[int, ShownPlace] = {}
        """By message id: messages of ended votes that still look open, since Discord refused the edit."""
        self._at_work = Background()
        self._retries = Background()
        self._refusals = refusals

    async def resume(self) -> None:
        """Start to edit messages of votes a restart ended; raises ``StoreError`` if they cannot be read."""
        shown = self._bot.app.delivery.shown_messages
        votes = await shown.votes()
        channels = {one.table_id: one.channel_id for one in await shown.stale_tables()}
        for asking in votes:
            if asking.table_id in channels:  # else its table ended since
                self._retries.begin(self._end_by_restart(channels[asking.table_id], asking))

    async def _end_by_restart(self, channel_id: int, asking: ShownMessage) -> None:
        """Edit a vote's message to "off", unless the vote is open: then only the extension was reloaded."""
        while True:
            try:
                table = await self._bot.app.tables.reading.recall(channel_id, asking.table_id)
                break
            except Refused:
                return
            except StoreError:
                await asyncio.sleep(READ_AGAIN_AFTER)
        if not table.voting.votes:
            await self._end(table.place, asking.message_id, note(f"🤝 {RESTARTED}"))

    def keep(self, table: ShownTable, proposal: Proposal, message_id: int) -> bool:
        """Track a vote's message and delete the older one, if any; returns whether this one is the newest."""
        entry = self._messages[table.id, proposal]
        before = entry.message_id
        if before is not None and before != message_id:
            older = min(before, message_id)
            self._ended.append(older)
            self._at_work.begin(self._end(table.place, older, None))
            if before > message_id:
                return False
        entry.message_id, entry.content = message_id, _Content.of(table, proposal)
        entry.table = entry.table or table
        entry.is_uncertain = entry.is_uncertain or entry.pending > 1
        if entry.content is not None:
            self._at_work.begin(self._store_open(table, message_id))
        return True

    def newest_panel(self, table: ShownTable, proposal: Proposal) -> ui.LayoutView:
        """A vote's message from the newest table known, open or ended; from ``table`` if it is untracked."""
        entry = self._messages.get((table.id, proposal))
        if entry is None or entry.table is None:
            return vote_panel(table, proposal)
        entry.content = _Content.of(entry.table, proposal)
        return vote_panel(entry.table, proposal)

    def is_tracked(self, message_id: int) -> bool:
        """Whether a message shows the result of its vote, or will; False for one ended long ago."""
        return message_id in self._ended or any(
            one.message_id == message_id for one in self._messages.values()
        )

    @contextmanager
    def answering(self, table_id: int, proposal: Proposal) -> Iterator[None]:
        """Hold back edits of a vote's message while a press on it is answered or it is posted."""
        key = table_id, proposal
        entry = self._messages.setdefault(key, _VoteMessage())
        entry.pending += 1
        try:
            yield
        except TROUBLE:
            entry.is_uncertain = True
            raise
        finally:
            self._finish_request(key)

    def follow(self, update: Update) -> None:
        """Edit the messages of a changed table's votes: results of ended ones, counts of open ones."""
        table = update.table
        for key in [key for key in self._messages if key[0] == table.id]:
            entry, proposal = self._messages[key], key[1]
            was_open = entry.table is None or proposal in entry.table.voting.votes
            if was_open or proposal in table.voting.votes:  # else the table changed after the vote ended
                entry.table = table
            if not entry.pending:
                self._bring_up_to_date(key)

    def _finish_request(self, key: tuple[int, Proposal]) -> None:
        """Count an answer or an edit as arrived; correct the message after the last."""
        self._messages[key].pending -= 1
        if not self._messages[key].pending:
            self._bring_up_to_date(key)

    def _bring_up_to_date(self, key: tuple[int, Proposal]) -> None:
        """Edit a vote's message if it doesn't show the vote's state; stop tracking an ended vote."""
        entry, (_, proposal) = self._messages[key], key
        table, message_id = entry.table, entry.message_id
        if table is None or message_id is None:
            del self._messages[key]
            return
        content = _Content.of(table, proposal)
        is_right = entry.content == content and not entry.is_uncertain
        if content is not None:
            if not is_right:
                entry.content, entry.is_uncertain = content, False
                entry.pending += 1
                self._at_work.begin(self._show(key, table, message_id))
            return
        del self._messages[key]
        self._ended.append(message_id)
        if is_right:
            self._at_work.begin(self._store_ended(message_id))
        else:
            self._at_work.begin(self._end(table.place, message_id, vote_panel(table, proposal)))

    async def _show(self, key: tuple[int, Proposal], table: ShownTable, message_id: int) -> None:
        """Edit an open vote's message to its current state."""
        newest = partial(self.newest_panel, table, key[1])
        try:
            await self._edit(table.place, message_id, newest)
        finally:
            self._finish_request(key)

    def wake(self, guild_id: int | None = None) -> None:
        """Retry the refused edits of ended votes in a server, or in all: permissions have changed."""
        for message_id, place in tuple(self._unended.items()):
            if guild_id in {None, place.guild_id}:
                del self._unended[message_id]
                self._retries.begin(self._retry_end(place, message_id))

    async def close(self, seconds: float) -> None:
        """Cancel retries and finish the edits under way within some seconds."""
        await self._retries.cancel()
        await self._at_work.finish(seconds)

    async def _store_open(self, table: ShownTable, message_id: int) -> None:
        """Store that a message shows an open vote, so that the next start edits it to "off"."""
        deal = 0 if table.view is None else table.view.deal
        try:
            await self._bot.app.delivery.shown_messages.ask(message_id, table.id, deal, table.revision)
        except StoreError as error:
            log.warning("a vote's message would outlive a restart: %s", error)

    async def _store_ended(self, message_id: int) -> None:
        """Store that a message shows its vote's result, or is deleted, and needs no further edit."""
        try:
            await self._bot.app.delivery.shown_messages.finish(message_id)
        except StoreError as error:
            log.warning("the message of an ended vote is corrected at the next start: %s", error)

    async def _retry_end(self, place: ShownPlace, message_id: int) -> None:
        """Edit a message to "over" without the result: a user it names may have been forgotten since."""
        self._refusals.wake_channel(place.channel_id)
        await asyncio.sleep(self._refusals.until_try(place.channel_id))
        self._refusals.wake_channel(place.channel_id)  # the pause may have been extended during the sleep
        await self._end(place, message_id, note(f"🤝 {OVER}"))

    async def _end(self, place: ShownPlace, message_id: int, view: ui.LayoutView | None) -> None:
        """Edit a message to its final content, or delete it if None; keep it for a retry if refused."""
        if await self._edit(place, message_id, None if view is None else lambda: view):
            await self._store_ended(message_id)
        else:
            self._unended[message_id] = place

    async def _edit(
        self, place: ShownPlace, message_id: int, draw: Callable[[], ui.LayoutView] | None
    ) -> bool:
        """Edit a message, or delete it if ``draw`` is None; returns False if that should be tried again."""
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
                await self._renderings.take_turn(message_id, draw_and_send)
            self._refusals.end(place.channel_id)
        except TROUBLE as error:
            if isinstance(error, discord.Forbidden):
                self._refusals.note(place.channel_id)
            log.info("a vote's message is left as it is (%s)", type(error).__name__)
            return isinstance(error, discord.NotFound)
        return True
