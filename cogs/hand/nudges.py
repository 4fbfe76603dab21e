"""Reminders: one mention a channel for players on turn, without a hand, or replaced; the last one goes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.common.background import Background
from bot.common.text import has_account
from bot.models.stored_settings import Pings
from bot.table.desk.shown import ShownTable, Update
from bot.table.turns.quiet_hours import quiet_until
from bot.table.turns.time_limit import NEXT_DEAL, SLACK
from cogs.table.opening import table_link
from cogs.ui.controls import Verb
from cogs.ui.items import TROUBLE, lasting_button, note
from cogs.ui.mentions import Mention, Mentions
from rules.core.actions import Shout
from rules.core.decisions import Seat

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

REPLACED: Final = "Your time ran out, so a computer plays for you. *My hand* takes your seat back."


@dataclass
class _Nudge(Mention):
    """A reminder in a channel, posted or about to be."""

    seats: tuple[Seat, ...]
    is_call: bool = False
    """Whether it calls players to their first hand, until each has opened it."""
    is_of_replaced: bool = False
    """Whether it tells late players that a computer has their seat, until each is back."""

    def is_for_players_of(self, table: ShownTable) -> bool:
        """Whether the seats it is for have the same players now: no one has been replaced or forgotten."""
        return all(table.seats[seat].user_id == self.table.seats[seat].user_id for seat in self.seats)

    def keeps_its_reason(self, table: ShownTable) -> bool:
        """Whether it is for players who were late, and a computer still plays for each of them."""
        are_away = all(table.seats[seat].is_away for seat in self.seats)
        return self.is_of_replaced and are_away and self.is_for_players_of(table)


class Nudges:
    """Posts reminders and deletes them when the turn is over.

    ``reaches`` says whether a user has a hand message at a table that can still be edited.
    """

    def __init__(
        self, bot: RookeryBot, mentions: Mentions, reaches: Callable[[ShownTable, int], bool]
    ) -> None:
        self._bot = bot
        self._mentions = mentions
        self._reaches = reaches
        self._nudges: dict[int, _Nudge] = {}
        self._at_work = Background()

    def remind(self, table: ShownTable, seats: tuple[Seat, ...]) -> None:
        """Post a reminder to players of ``seats``, which a table waits for; delete the channel's last."""
        due = f" A computer takes over <t:{int(table.turn.due_at)}:R>." if table.turn.due_at else ""
        calls = table.view.calls if table.view else ()
        is_public = any(not isinstance(call.action, Shout) for call in calls)
        how = "use the buttons on the table" if is_public else "press *My hand*"
        link = ui.Button[Any](label="To the table", url=table_link(table))
        row = ui.ActionRow(link) if is_public else _to_hand(table)
        self._nudge(_Nudge(table, "⏰", f"Your turn: {how}.{due}", seats, row=row))

    def call(self, table: ShownTable) -> None:
        """After a match has started, mention players without an editable hand, if reminders are on."""
        seats = self._unreached(table, range(len(table.seats)))
        if seats and self._bot.app.settings.remind_after:
            said = "The match has started: press *My hand*."
            self._nudge(_Nudge(table, "🃏", said, seats, is_call=True, row=_to_hand(table)))

    def _tell_replaced(self, table: ShownTable, seats: Iterable[Seat]) -> None:
        """Mention those of ``seats`` who were late and are away now, if their hand can't say so."""
        late = [table.seats[seat] for seat in seats]
        late = [one for one in late if one.away is not None and one.away.is_late]
        replaced = tuple(one.seat for one in late if one.user_id and not self._reaches(table, one.user_id))
        if replaced:
            said = NEXT_DEAL if set(replaced) & set(table.turn.until_next_deal) else REPLACED
            self._nudge(_Nudge(table, "⏰", said, replaced, is_of_replaced=True, row=_to_hand(table)))

    def _nudge(self, nudge: _Nudge) -> None:
        channel_id = nudge.table.place.channel_id
        self._take_back(channel_id)
        if self._mentions.may_be_posted(channel_id):
            self._nudges[channel_id] = nudge
            self._at_work.begin(self._post(nudge))

    def follow(self, update: Update) -> None:
        """Delete a reminder after an event or change of turn, and a call once all it mentions have a hand.

        Late players with a hand that can't be edited get one more, until they are back.
        """
        table, nudge = update.table, self._nudges.get(update.table.place.channel_id)
        if nudge is None:
            return
        is_here = nudge.table.id == table.id and table.is_playing
        if nudge.is_call and is_here:
            self._follow_call(nudge, table)
        elif is_here and nudge.keeps_its_reason(table):
            return
        elif update.events or not set(nudge.seats) <= set(table.turn.waiting_for):
            self._take_back(table.place.channel_id)
            if is_here:
                self._tell_replaced(table, nudge.seats)

    def _follow_call(self, nudge: _Nudge, table: ShownTable) -> None:
        """Delete a call once every player has a hand; if a seat changed hands, call again."""
        if not nudge.is_for_players_of(table):
            self._take_back(table.place.channel_id)
            self.call(table)
        elif not self._unreached(table, nudge.seats):
            self._take_back(table.place.channel_id)

    def _unreached(self, table: ShownTable, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Seats of people (not stood in for by a computer) without a hand message that can be edited."""
        people = [table.seats[seat] for seat in seats if not table.seats[seat].computer]
        return tuple(
            one.seat for one in people if one.user_id is not None and not self._reaches(table, one.user_id)
        )

    async def close(self, seconds: float) -> None:
        """Finish the requests under way within some seconds."""
        await self._at_work.finish(seconds)

    def _take_back(self, channel_id: int) -> None:
        nudge = self._nudges.pop(channel_id, None)
        if nudge is not None:
            self._mentions.take_back(nudge)

    async def _post(self, nudge: _Nudge) -> None:
        if mentioned := await self._users_to_mention(nudge):
            await self._mentions.post(nudge, mentioned)

    async def _users_to_mention(self, nudge: _Nudge) -> list[int]:
        """Ids of the users to mention. Others get a direct message or none, by their settings."""
        settings, mentioned = self._bot.app.people.settings, list[int]()
        for seat in nudge.seats:
            user_id = nudge.table.seats[seat].user_id
            if user_id is None or not has_account(user_id) or self._is_quiet(user_id):
                continue
            pings = settings.pings(user_id)
            is_told = pings is Pings.NONE or (pings is Pings.MESSAGE and await self._write_to(user_id, nudge))
            mentioned += [] if is_told else [user_id]
        return mentioned

    def _is_quiet(self, user_id: int) -> bool:
        """Whether a user is in quiet hours; ``SLACK`` allows for an alarm that rings a moment early."""
        quiet = self._bot.app.people.settings.slow(user_id).quiet
        return quiet_until(quiet, self._bot.app.tables.desk.now.today() + SLACK) is not None

    async def _write_to(self, user_id: int, nudge: _Nudge) -> bool:
        """Send a user the reminder as a direct message; returns whether Discord took it."""
        async with self._bot.app.delivery.outgoing.turn(
            asyncio.get_running_loop().time(), nudge.table.place.guild_id
        ):
            if nudge.is_withdrawn:
                return True
            try:
                channel = await self._bot.create_dm(discord.Object(user_id))
                await channel.send(view=note(f"{nudge.mark} {nudge.said}\n{table_link(nudge.table)}"))
            except TROUBLE as error:
                log.info("a reminder could not be sent as a message (%s)", type(error).__name__)
                return False
        return True


def _to_hand(table: ShownTable) -> ui.ActionRow[Any]:
    return ui.ActionRow(lasting_button(table, Verb.HAND, "My hand", emoji="🎴"))
