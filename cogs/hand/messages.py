"""Private hands: sent when their owner asks, redrawn in place, kept up to date while that is possible.

The first one of a match comes by itself to whoever sat down by a press a short while before.
A hand can be edited only for a while after a press, see ``hand_tokens.py``. So it is always one press away,
and refreshing it unasked is a courtesy: it is tried for as long as that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.common.errors import NotSeated, Refused, StoreError
from bot.computers.hints.reasons import Advice
from bot.table.desk.shown import ShownHand, ShownSeat, ShownTable
from cogs.hand.notes import Beside, HandNotes
from cogs.hand.panel import hand_panel
from cogs.hand.refreshes import HandRefreshes, Wanted, Whose
from cogs.table.panel import needs_hand
from cogs.table.watch_panel import watch_panel
from cogs.ui.answers import answer_of, is_nobody_there, loss_of
from cogs.ui.controls import ONLY_IN_HANDS, Control
from cogs.ui.hand_tokens import HandToken, HandTokens, Owner
from cogs.ui.items import TROUBLE
from cogs.ui.renderings import Renderings
from cogs.ui.words import fitting
from rules.core.actions import Action
from rules.core.decisions import Seat

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

LAST_HANDS: Final = 2.0
"""Seconds that a polite end spends on hands."""


class Hands:
    """Sends and refreshes the private hands of all tables."""

    def __init__(self, bot: RookeryBot, tokens: HandTokens, renderings: Renderings) -> None:
        self._app = bot.app
        self._tokens = tokens
        self._renderings = renderings
        self._drawn: dict[int, int] = {}
        """The revision of its table that each message was last drawn from."""
        self._counts = bot.app.delivery.hand_counts
        interval = bot.app.settings.hand_interval
        self._refreshes = HandRefreshes(self._show, interval, self._counts.note_merged)
        self.answering: Final = self._refreshes.answering
        self._notes = HandNotes()
        self._catching_up: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """Take up the hands that were stored before a restart, and bring them up to date.

        Raises:
            StoreError: they cannot be read.
        """
        await self._tokens.resume()
        self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        known = [(table_id, user_id) for table_id, own in self._tokens.at_table.items() for user_id in own]
        for table_id, user_id in known:
            try:
                table = (await self._app.tables.reading.recall_hand(table_id, user_id)).table
            except (Refused, StoreError):
                continue
            self.refresh(table, [user_id])

    async def close(self) -> None:
        """Finish what is under way, as far as that can be done in a moment."""
        if self._catching_up is not None:
            self._catching_up.cancel()
        await self._refreshes.close(LAST_HANDS)

    async def send(
        self, interaction: discord.Interaction[Any], hand: ShownHand, draft: Action | None = None
    ) -> None:
        """Answer with a hand in a new private message; the one shown before goes.

        ``draft`` is an answer that is not confirmed yet.
        """
        whose, table = _whose(interaction), hand.table
        self._refreshes.have_shown(whose, table.id, Wanted(table.revision, anew=True))
        beside = self._notes.with_draft(_owner(whose, hand.table), hand, draft)
        await self._send(interaction, table, self._panel(whose, hand, beside))

    async def watch(self, interaction: discord.Interaction[Any], table: ShownTable) -> None:
        """Answer somebody who looks on with the table in a private message, which follows it as hands do."""
        whose = _whose(interaction)
        self._refreshes.have_shown(whose, table.id, Wanted(table.revision, anew=True))
        await self._send(interaction, table, self._watch_panel(whose, table))
        try:
            now = await self._app.tables.reading.recall(table.place.channel_id, table.id)
        except (Refused, StoreError):
            return
        if (now.revision, now.status) != (table.revision, table.status):  # nobody could follow it until now
            self.refresh(now, [whose.user_id])

    async def _send(
        self, interaction: discord.Interaction[Any], table: ShownTable, view: ui.LayoutView
    ) -> None:
        """Answer with a private message that is kept up to date; the one shown before goes."""
        try:
            message_id = await answer_of(interaction).send(view)
        except TROUBLE as error:
            if is_nobody_there(error):
                self.refresh(table, [interaction.user.id])  # what was shown before is not shown anew
            else:
                self._tokens.note_perhaps_sent(interaction, table.id)
            raise
        self._drawn[message_id] = table.revision
        await self._remember(interaction, table, message_id)

    async def redraw(
        self, interaction: discord.Interaction[Any], hand: ShownHand, draft: Action | None = None
    ) -> None:
        """Answer by redrawing the hand that was clicked."""
        message = interaction.message
        if message is None or message.id in self._tokens.going or not self.may_redraw(interaction):
            await self.send(interaction, hand, draft)
            return
        whose, table_id, revision = _whose(interaction), hand.table.id, hand.table.revision
        self._refreshes.have_shown(whose, table_id, Wanted(revision))
        self._notes.with_draft(_owner(whose, hand.table), hand, draft)

        async def draw() -> ui.LayoutView | None:
            if self._drawn.get(message.id, 0) <= revision:
                self._drawn[message.id] = revision
                return self._panel(whose, hand, self._notes.beside(_owner(whose, hand.table), hand))
            try:  # the message has shown a newer state
                table, view = await self._as_seen_by(whose, table_id)
            except (Refused, StoreError):
                return None
            self._drawn[message.id] = table.revision
            return view

        try:
            message_id = await self._renderings.redraw(interaction, draw)
        except TROUBLE as error:
            if is_nobody_there(error):
                self.refresh(hand.table, [whose.user_id])
            raise
        await self._remember(interaction, hand.table, message_id)

    async def advise(self, interaction: discord.Interaction[Any], hand: ShownHand, advice: Advice) -> None:
        """Answer with the hand and a hint, which stands there for as long as its question is asked.

        In a game where all are asked at once others answer meanwhile, and that changes nothing of it.
        """
        whose = Owner(hand.table.id, interaction.user.id)
        self._notes.note_advice(whose, hand, advice)
        await self.redraw(interaction, hand, self._notes.draft(whose, hand))

    async def confirm(self, interaction: discord.Interaction[Any], hand: ShownHand, action: Action) -> None:
        """Answer somebody whose action has been stored: whatever becomes of the answer, it is told once.

        Where the pressed hand can't be redrawn, a new one says what was done; failing that, the next one.
        """
        whose = _whose(interaction)
        try:
            await self.redraw(interaction, hand)
        except TROUBLE as error:
            self._note_loss(error)
            self._notes.note_done(_owner(whose, hand.table), hand, action)
            if is_nobody_there(error) or not await self._is_sent(interaction, hand):
                self.refresh(hand.table, [whose.user_id])

    async def acknowledge(
        self, interaction: discord.Interaction[Any], hand: ShownHand, action: Action
    ) -> None:
        """Answer somebody whose action everybody sees: nothing is said, unless Discord can't be told so."""
        try:
            await answer_of(interaction).accept()
        except TROUBLE as error:
            self._note_loss(error)
            self._notes.note_done(Owner(hand.table.id, interaction.user.id), hand, action)

    async def _is_sent(self, interaction: discord.Interaction[Any], hand: ShownHand) -> bool:
        """Send a hand, if that is possible; returns whether it was."""
        try:
            await self.send(interaction, hand)
        except TROUBLE as error:
            self._note_loss(error)
            return False
        return True

    def _note_loss(self, error: Exception) -> None:
        """Count an answer that was lost.

        Raises:
            Exception: the error, if it is none of those that happen.
        """
        reason = loss_of(error)
        if reason is None:
            raise error
        self._app.delivery.lost_answers.note(reason)

    def _panel(self, whose: Whose, hand: ShownHand, beside: Beside) -> ui.LayoutView:
        table = self._app.people.settings.seen_by(whose.user_id, hand.table)
        done, advice, draft = beside
        return fitting(lambda table: hand_panel(table, hand.view, draft, done, advice, hand.plan), table)

    def _watch_panel(self, whose: Whose, table: ShownTable) -> ui.LayoutView:
        """What somebody sees who has no seat: what everybody may know, and never a hand."""
        is_waiting = self._app.waiting.is_waiting(whose.channel_id, whose.user_id)
        seen = self._app.people.settings.seen_by(whose.user_id, table)
        return fitting(lambda table: watch_panel(table, is_waiting=is_waiting), seen)

    def may_redraw(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether the pressed message may show this person's hand: private, and nobody else's hand.

        A control says nothing of where it was pressed: it may have been forged.
        """
        message = interaction.message
        if message is None or not message.flags.ephemeral:
            return False
        owner = self._tokens.owners.get(message.id)
        return owner is None or owner.user_id == interaction.user.id

    async def keep_in_reach(self, interaction: discord.Interaction[Any], control: Control) -> None:
        """Let a hand that was pressed be edited for longer, and show it anew where it was out of reach."""
        hand_of = control.table_id if control.verb in ONLY_IN_HANDS else None
        table_id = await self._tokens.keep_in_reach(interaction, hand_of)
        if table_id is None:
            return
        try:
            table = await self._app.tables.reading.recall(interaction.channel_id or 0, table_id)
        except (Refused, StoreError):
            return
        self.refresh(table, [interaction.user.id])

    def reaches(self, table: ShownTable, user_id: int) -> bool:
        """Whether a person has a hand that can be shown now, or is being answered with one."""
        is_reachable = self._tokens.reaching(table.id, user_id) is not None
        return is_reachable or self._refreshes.is_answering(Whose(table.place.channel_id, user_id))

    def refresh(
        self, table: ShownTable, users: Iterable[int], *, anew: bool = False, is_asked: bool = False
    ) -> None:
        """Redraw hands that are still reachable, soon; one that fails is tried again while its token lives.

        With ``anew`` they come again at the bottom of the channel, under the table message. Those whose
        owners are asked something new come first.
        """
        for user_id in users:
            whose = Whose(table.place.channel_id, user_id)
            # Who is being answered has no token perhaps, and will have one by then.
            if self._refreshes.is_answering(whose) or self._tokens.of(table.id, user_id) is not None:
                self._refreshes.want(whose, table.id, Wanted(table.revision, anew, is_asked))

    def follow(self, table: ShownTable, has_passed: Callable[[int], bool]) -> None:
        """Show those hands again at the bottom whose messages are too far up, by their numbers."""
        owners = [
            user_id
            for user_id, token in self._tokens.at_table.get(table.id, {}).items()
            if token.message_id is not None and has_passed(token.message_id)
        ]
        self.refresh(table, owners, anew=True)

    def refresh_asked(self, table: ShownTable, asked: Collection[Seat]) -> None:
        """Redraw all hands of a table, soon; first those of seats that are asked something new."""
        first = people(table.seats[seat] for seat in sorted(asked))
        self.refresh(table, first, is_asked=True)
        self.refresh_all(table, but=first)

    def refresh_all(self, table: ShownTable, but: Iterable[int] = ()) -> None:
        """Redraw every private message about a table but some, also of those who have no seat there."""
        owners = set(self._tokens.at_table.get(table.id, ()))
        owners |= {seat.user_id for seat in table.seats if seat.user_id is not None}
        self.refresh(table, sorted(owners.difference(but)))

    async def _show(self, whose: Whose, table_id: int, wanted: Wanted) -> bool:
        """Show a hand, if that can be done; False where it is worth another try."""
        if self._app.delivery.invalid_requests.seconds_left():
            return False
        token = self._tokens.reaching(table_id, whose.user_id)
        if token is None:
            return True
        message_id = token.message_id

        async def draw_and_send() -> None:
            table, view = await self._as_seen_by(whose, table_id)
            await self._show_by_token(whose, token, table, view, anew=wanted.anew)

        try:
            if message_id is None:
                await draw_and_send()
            else:
                await self._renderings.drawn(message_id, draw_and_send)
            self._counts.note_shown()
        except Refused:
            return True
        except StoreError:
            return False
        except TROUBLE as error:
            log.info("a hand could not be refreshed (%s)", type(error).__name__)
            if not isinstance(error, discord.NotFound | discord.Forbidden) and not _is_expired(error):
                return False
            if self._was_pressed(whose, token):  # that hand is gone because there is a newer one
                self._refreshes.want_again(whose, table_id, wanted)
            else:
                self._tokens.give_up(whose.user_id, token)
        return True

    async def _as_seen_by(self, whose: Whose, table_id: int) -> tuple[ShownTable, ui.LayoutView]:
        """A table, and what a person's private message shows of it: the hand, or without a seat the table.

        Raises:
            Refused: there is nothing to be shown.
            StoreError: it cannot be read now.
        """
        try:
            hand = await self._app.tables.reading.recall_hand(table_id, whose.user_id)
        except NotSeated:
            table = await self._app.tables.reading.recall(whose.channel_id, table_id)
            return table, self._watch_panel(whose, table)
        return hand.table, self._panel(whose, hand, self._notes.beside(_owner(whose, hand.table), hand))

    async def _show_by_token(
        self, whose: Whose, token: HandToken, table: ShownTable, view: ui.LayoutView, *, anew: bool
    ) -> None:
        """Show a hand, or the table to somebody who has no seat there."""
        if token.message_id is None and not _has_hand(table, whose.user_id):
            return
        if token.followup is not None and (anew or token.message_id is None):
            message_id = await self._tokens.send(token.followup, view)
            was_pressed = self._was_pressed(whose, token)
            sent = token._replace(message_id=message_id)
            await (self._tokens.delete(sent) if was_pressed else self._tokens.keep(whose.user_id, sent))
        else:
            assert token.message_id is not None
            self._drawn[token.message_id] = table.revision
            await self._tokens.edit(token, view)
            was_pressed = self._was_pressed(whose, token)
        if was_pressed:  # what the press was or is answered with may be newer than what was under way
            self._refreshes.want_again(whose, token.table_id, Wanted(table.revision, anew=anew))
        self._notes.done_is_told(Owner(token.table_id, whose.user_id))
        await self._tokens.delete_perhaps_sent(token.table_id, whose.user_id)

    def _was_pressed(self, whose: Whose, token: HandToken) -> bool:
        """Whether its owner has pressed since a token was taken to reach a hand, answered or not."""
        return (
            self._refreshes.is_answering(whose) or self._tokens.of(token.table_id, whose.user_id) is not token
        )

    async def _remember(
        self, interaction: discord.Interaction[Any], table: ShownTable, message_id: int
    ) -> None:
        """The hand shown now is the one; what was done has been told with it."""
        self._notes.done_is_told(Owner(table.id, interaction.user.id))
        await self._tokens.remember(interaction, table.id, message_id)

    def forget_person(self, user_id: int) -> None:
        """Let go of the hands of a person."""
        self._tokens.forget_person(user_id)
        self._notes.drop(lambda whose: whose.user_id == user_id)

    def drop_expired(self) -> None:
        """Forget what belongs to hands that can't be reached any more."""
        self._tokens.drop_expired()
        self._notes.drop(lambda whose: self._tokens.of(*whose) is None)
        self._refreshes.drop_idle()
        self._drawn = {one: drawn for one, drawn in self._drawn.items() if one in self._tokens.owners}


def people(seats: Iterable[ShownSeat]) -> list[int]:
    """Those who have a seat, also where a computer stands in for them."""
    return [seat.user_id for seat in seats if seat.user_id is not None]


def _whose(interaction: discord.Interaction[Any]) -> Whose:
    return Whose(interaction.channel_id or 0, interaction.user.id)


def _owner(whose: Whose, table: ShownTable) -> Owner:
    return Owner(table.id, whose.user_id)


def _has_hand(table: ShownTable, user_id: int) -> bool:
    """Whether somebody has cards to look at, or is asked there."""
    is_seated = table.is_playing and table.seat_of(user_id) is not None
    return is_seated and table.view is not None and needs_hand(table, table.view)


def _is_expired(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.status == 401
