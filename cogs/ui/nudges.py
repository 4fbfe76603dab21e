"""Nudges: one short mention for whoever keeps a table waiting or has no hand yet, replacing the last one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.errors import StoreError
from bot.play.quiet_hours import quiet_until
from bot.play.shown import ShownTable, Update
from bot.services.personal_settings import Pings
from cogs.ui.items import TROUBLE, note
from cogs.ui.my_tables_panel import table_link
from cogs.ui.refusals import Refusals, is_refusal
from rules.core.actions import Shout
from rules.core.decisions import Seat

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


@dataclass
class _Nudge:
    """A reminder in a channel, or on its way there."""

    table: ShownTable
    seats: tuple[Seat, ...]
    mark: str
    said: str
    is_call: bool = False
    """Whether it calls people to their hands, until they have seen them."""
    message_id: int | None = None
    withdrawn: bool = False


class Nudges:
    """Posts reminders and takes them back when the turn is over.

    ``discard`` deletes a message of a table, sooner or later; ``reaches`` says whether somebody has a hand
    there that can be shown.
    """

    def __init__(
        self,
        bot: RookeryBot,
        discard: Callable[[ShownTable, int], None],
        reaches: Callable[[ShownTable, int], bool],
        refusals: Refusals,
    ) -> None:
        self._bot = bot
        self._discard = discard
        self._reaches = reaches
        self._nudges: dict[int, _Nudge] = {}
        self._at_work: set[asyncio.Task[None]] = set()
        self._refusals = refusals

    def remind(self, table: ShownTable, seats: tuple[Seat, ...]) -> None:
        """Mention people a table waits for, who are on some seats."""
        due = f" A computer takes over <t:{int(table.due_at)}:R>." if table.due_at else ""
        calls = table.view.calls if table.view else ()
        is_public = any(not isinstance(call.action, Shout) for call in calls)
        how = "use the buttons on the table" if is_public else "press *My hand*"
        self._nudge(_Nudge(table, seats, "⏰", f"Your turn: {how}.{due}"))

    def call(self, table: ShownTable) -> None:
        """Mention those whose first hand can't be shown to them: the match has started."""
        seats = self._unreached(table, range(len(table.seats)))
        if seats and self._bot.app.settings.remind_after:
            said = "The match has started: press *My hand*."
            self._nudge(_Nudge(table, seats, "🃏", said, is_call=True))

    def _nudge(self, nudge: _Nudge) -> None:
        channel_id = nudge.table.channel_id
        self._take_back(channel_id)
        if self._refusals.may_try(channel_id):
            self._nudges[channel_id] = nudge
            self._run(self._post(nudge))

    def follow(self, update: Update) -> None:
        """Take a reminder back unless the table still waits for the same answer, or for somebody to look."""
        table, nudge = update.table, self._nudges.get(update.table.channel_id)
        if nudge is None:
            return
        if nudge.is_call and nudge.table.id == table.id and table.is_playing:
            is_over = not self._unreached(table, nudge.seats)
            if any(table.seats[seat].user_id != nudge.table.seats[seat].user_id for seat in nudge.seats):
                self._take_back(table.channel_id)  # it names somebody who does not sit there any more
                self.call(table)
                return
        else:
            is_over = bool(update.events) or not set(nudge.seats) <= set(table.waiting_for)
        if is_over:
            self._take_back(table.channel_id)

    def _unreached(self, table: ShownTable, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Those of some seats whose people play themselves and have no hand that can be shown."""
        people = [table.seats[seat] for seat in seats if not table.seats[seat].computer]
        return tuple(
            one.seat for one in people if one.user_id is not None and not self._reaches(table, one.user_id)
        )

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._at_work, return_exceptions=True)

    def _take_back(self, channel_id: int) -> None:
        nudge = self._nudges.pop(channel_id, None)
        if nudge is None:
            return
        nudge.withdrawn = True
        if nudge.message_id is not None:
            self._discard(nudge.table, nudge.message_id)

    async def _post(self, nudge: _Nudge) -> None:
        table, mentioned = nudge.table, await self._to_mention(nudge)
        if not mentioned:
            return
        channel: Any = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        await self._bot.app.outgoing.turn(asyncio.get_running_loop().time(), table.guild_id)
        if nudge.withdrawn:
            return
        try:
            message = await channel.send(
                view=note(" ".join((nudge.mark, *(f"<@{user}>" for user in mentioned), nudge.said))),
                allowed_mentions=discord.AllowedMentions(users=True),
            )
            nudge.message_id = message.id
            self._refusals.end(table.channel_id)
            await self._bot.app.shown_messages.remind(message.id, table.id, table.revision)
        except (*TROUBLE, StoreError) as error:
            if is_refusal(error):
                self._refusals.note(table.channel_id)
            log.info("a reminder could not be posted, or not stored (%s)", type(error).__name__)
        if nudge.withdrawn and nudge.message_id is not None:
            self._discard(table, nudge.message_id)

    async def _to_mention(self, nudge: _Nudge) -> list[int]:
        """Whom to mention in the channel; others get a message, if Discord lets them."""
        settings, mentioned = self._bot.app.personal_settings, list[int]()
        for seat in nudge.seats:
            user_id = nudge.table.seats[seat].user_id
            if user_id is None or self._is_quiet(user_id):
                continue
            pings = settings.pings(user_id)
            is_told = pings is Pings.NONE or (pings is Pings.MESSAGE and await self._write_to(user_id, nudge))
            mentioned += [] if is_told else [user_id]
        return mentioned

    def _is_quiet(self, user_id: int) -> bool:
        """Whether it is in somebody's quiet hours now."""
        app = self._bot.app
        return quiet_until(app.personal_settings.slow(user_id).quiet, app.tables.now()) is not None

    async def _write_to(self, user_id: int, nudge: _Nudge) -> bool:
        """Send somebody a message; returns whether Discord took it."""
        await self._bot.app.outgoing.turn(asyncio.get_running_loop().time(), nudge.table.guild_id)
        if nudge.withdrawn:
            return True
        try:
            channel = await self._bot.create_dm(discord.Object(user_id))
            await channel.send(view=note(f"{nudge.mark} {nudge.said}\n{table_link(nudge.table)}"))
        except TROUBLE as error:
            log.info("a reminder could not be sent as a message (%s)", type(error).__name__)
            return False
        return True

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
