"""Hand messages: ephemeral, sent on request, redrawn after presses and after changes of their table.

A player who sat down by a press up to 15 minutes before the match gets the first one unasked. Discord lets
a hand message be edited for 15 minutes after a press (``hand_tokens.py``); then *My hand* sends a new one.
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
from cogs.hand.claims import SureClaims
from cogs.hand.notes import HandNotes
from cogs.hand.panel import hand_panel
from cogs.hand.refreshes import HandRefreshes, Viewer, Wanted
from cogs.table.panel import needs_hand
from cogs.table.watch_panel import watch_panel
from cogs.ui.answers import answer_of, is_unanswerable, loss_of
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

GONE: Final = frozenset({401, 403, 404})
"""HTTP statuses for a message that can't be edited any more: its token expired, or it was deleted."""


class Hands:
    """Sends and refreshes the hand messages of all tables."""

    def __init__(self, bot: RookeryBot, tokens: HandTokens, renderings: Renderings) -> None:
        self._app = bot.app
        self._tokens = tokens
        self._renderings = renderings
        self._drawn_revisions: dict[int, int] = {}
        """By message: the revision of the table it was last drawn from."""
        self._counts = bot.app.delivery.hand_counts
        interval = bot.app.settings.hand_interval
        self._refreshes = HandRefreshes(self._show, interval, self._counts.note_merged)
        self.answering: Final = self._refreshes.answering
        self._notes = HandNotes()
        self._sure_claims = SureClaims(
            bot.app.claims, self._notes, lambda hand, user_id: self.refresh(hand.table, [user_id])
        )
        self._catching_up: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """Load the stored hand messages (or raise ``StoreError``), and start to refresh them."""
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

    async def close(self, seconds: float, *, is_over: bool) -> None:
        """Finish refreshes within some seconds: pending ones, or with ``is_over`` those under way."""
        if self._catching_up is not None:
            self._catching_up.cancel()
        await self._sure_claims.close()
        await self._refreshes.close(seconds, is_over=is_over)

    async def send(
        self, interaction: discord.Interaction[Any], hand: ShownHand, draft: Action | None = None
    ) -> None:
        """Answer with a new hand message, and delete the one before; ``draft``: an unconfirmed answer."""
        viewer, table = _viewer(interaction), hand.table
        self._refreshes.mark_shown(viewer, table.id, Wanted(table.revision, at_bottom=True))
        self._notes.note_draft(Owner(table.id, viewer.user_id), hand, draft)
        await self._send(interaction, table, self._panel(viewer, hand))

    async def watch(self, interaction: discord.Interaction[Any], table: ShownTable) -> None:
        """Answer a user without a seat with the table in a private message, refreshed like a hand."""
        viewer = _viewer(interaction)
        self._refreshes.mark_shown(viewer, table.id, Wanted(table.revision, at_bottom=True))
        await self._send(interaction, table, self._watch_panel(viewer, table))
        try:
            now = await self._app.tables.reading.recall(table.place.channel_id, table.id)
        except (Refused, StoreError):
            return
        if (now.revision, now.status) != (table.revision, table.status):
            self.refresh(now, [viewer.user_id])  # it changed while it was sent, before refreshes reached it

    async def _send(
        self, interaction: discord.Interaction[Any], table: ShownTable, view: ui.LayoutView
    ) -> None:
        """Answer with a new private message, keep its token, and delete the message before."""
        try:
            message_id = await answer_of(interaction).send(view)
        except TROUBLE as error:
            if is_unanswerable(error):
                self.refresh(table, [interaction.user.id])  # the message before stays, out of date
            else:
                self._tokens.note_maybe_sent(interaction, table.id)
            raise
        self._drawn_revisions[message_id] = table.revision
        await self._remember(interaction, table, message_id)

    async def redraw(
        self, interaction: discord.Interaction[Any], hand: ShownHand, draft: Action | None = None
    ) -> None:
        """Answer by redrawing the pressed hand; send a new one if the pressed message can't show it."""
        message = interaction.message
        if message is None or message.id in self._tokens.going or not self.may_redraw(interaction):
            await self.send(interaction, hand, draft)
            return
        viewer, table_id, revision = _viewer(interaction), hand.table.id, hand.table.revision
        self._refreshes.mark_shown(viewer, table_id, Wanted(revision))
        self._notes.note_draft(Owner(table_id, viewer.user_id), hand, draft)

        async def draw() -> ui.LayoutView | None:
            if self._drawn_revisions.get(message.id, 0) <= revision:
                self._drawn_revisions[message.id] = revision
                return self._panel(viewer, hand)
            try:  # the message shows a newer revision already
                table, view = await self._as_seen_by(viewer, table_id)
            except (Refused, StoreError):
                return None
            self._drawn_revisions[message.id] = table.revision
            return view

        try:
            message_id = await self._renderings.redraw(interaction, draw)
        except TROUBLE as error:
            if is_unanswerable(error):
                self.refresh(hand.table, [viewer.user_id])
            raise
        await self._remember(interaction, hand.table, message_id)

    async def advise(self, interaction: discord.Interaction[Any], hand: ShownHand, advice: Advice) -> None:
        """Answer with the hand and a hint. The hint stays until its question is answered."""
        owner = Owner(hand.table.id, interaction.user.id)
        self._notes.note_advice(owner, hand, advice)
        await self.redraw(interaction, hand, self._notes.draft(owner, hand))

    async def confirm(self, interaction: discord.Interaction[Any], hand: ShownHand, action: Action) -> None:
        """Confirm a stored action to its player by redrawing the pressed hand.

        If that fails, a new hand message (else the next one drawn) says what the player did.
        """
        viewer = _viewer(interaction)
        try:
            await self.redraw(interaction, hand)
        except TROUBLE as error:
            self._note_loss(error)
            self._notes.note_done(Owner(hand.table.id, viewer.user_id), hand, action)
            if is_unanswerable(error) or not await self._try_send(interaction, hand):
                self.refresh(hand.table, [viewer.user_id])

    async def acknowledge(
        self, interaction: discord.Interaction[Any], hand: ShownHand, action: Action
    ) -> None:
        """Accept a press with a public result, without a message; if that fails, the next hand says it."""
        try:
            await answer_of(interaction).accept()
        except TROUBLE as error:
            self._note_loss(error)
            self._notes.note_done(Owner(hand.table.id, interaction.user.id), hand, action)

    async def _try_send(self, interaction: discord.Interaction[Any], hand: ShownHand) -> bool:
        """Send a hand; returns whether Discord took it."""
        try:
            await self.send(interaction, hand)
        except TROUBLE as error:
            self._note_loss(error)
            return False
        return True

    def _note_loss(self, error: Exception) -> None:
        """Count a lost answer; raise the error again if it is not a loss (see ``loss_of``)."""
        reason = loss_of(error)
        if reason is None:
            raise error
        self._app.delivery.lost_answers.note(reason)

    def _panel(self, viewer: Viewer, hand: ShownHand) -> ui.LayoutView:
        """A hand with its notes."""
        notes = self._notes.current(Owner(hand.table.id, viewer.user_id), hand)
        seen = self._app.people.settings.seen_by(viewer.user_id, hand.table)
        panel = fitting(lambda table: hand_panel(hand._replace(table=table), notes), seen)
        self._sure_claims.look(viewer, hand)
        return panel

    def _watch_panel(self, viewer: Viewer, table: ShownTable) -> ui.LayoutView:
        """The panel for a user without a seat: public facts, never a hand."""
        is_waiting = self._app.tables.waiting.is_waiting(viewer.channel_id, viewer.user_id)
        seen = self._app.people.settings.seen_by(viewer.user_id, table)
        return fitting(lambda table: watch_panel(table, is_waiting=is_waiting), seen)

    def may_redraw(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether the pressed message may show the presser's hand: ephemeral, and no other user's hand."""
        message = interaction.message  # not the control: a forged one may stand in any message
        if message is None or not message.flags.ephemeral:
            return False
        owner = self._tokens.owners.get(message.id)
        return owner is None or owner.user_id == interaction.user.id

    async def renew_token(self, interaction: discord.Interaction[Any], control: Control) -> None:
        """Renew the token of a pressed hand; refresh that hand if its token had expired."""
        hand_of = control.table_id if control.verb in ONLY_IN_HANDS else None
        table_id = await self._tokens.renew_token(interaction, hand_of)
        if table_id is None:
            return
        try:
            table = await self._app.tables.reading.recall(interaction.channel_id or 0, table_id)
        except (Refused, StoreError):
            return
        self.refresh(table, [interaction.user.id])

    def reaches(self, table: ShownTable, user_id: int) -> bool:
        """Whether a user's hand can be edited now, or an answer with one is under way."""
        is_reachable = self._tokens.unexpired(table.id, user_id) is not None
        return is_reachable or self._refreshes.is_answering(Viewer(table.place.channel_id, user_id))

    def refresh(
        self, table: ShownTable, users: Iterable[int], *, at_bottom: bool = False, is_asked: bool = False
    ) -> None:
        """Schedule a redraw of users' hands that can still be edited; failures are retried.

        With ``at_bottom`` a new message replaces each one. Those with ``is_asked`` come first: their owners
        have a new question.
        """
        for user_id in users:
            viewer = Viewer(table.place.channel_id, user_id)
            # A user who is being answered may have no token yet, and gets one with the answer.
            if self._refreshes.is_answering(viewer) or self._tokens.of(table.id, user_id) is not None:
                self._refreshes.request(viewer, table.id, Wanted(table.revision, at_bottom, is_asked))

    def follow(self, table: ShownTable, has_passed: Callable[[int], bool]) -> None:
        """Send hands again, at the bottom, if ``has_passed`` is true of their message ids."""
        owners = [
            user_id
            for user_id, token in self._tokens.at_table.get(table.id, {}).items()
            if token.message_id is not None and has_passed(token.message_id)
        ]
        self.refresh(table, owners, at_bottom=True)

    def refresh_asked(self, table: ShownTable, asked: Collection[Seat]) -> None:
        """Schedule a redraw of all hands of a table; those of ``asked`` seats (with a new question) first."""
        first = people(table.seats[seat] for seat in sorted(asked))
        self.refresh(table, first, is_asked=True)
        self.refresh_all(table, but=first)

    def refresh_all(self, table: ShownTable, but: Iterable[int] = ()) -> None:
        """Schedule a redraw of all players' and watchers' messages of a table, except for users ``but``."""
        owners = set(self._tokens.at_table.get(table.id, ()))
        owners.update(people(table.seats))
        self.refresh(table, sorted(owners.difference(but)))

    async def _show(self, viewer: Viewer, table_id: int, wanted: Wanted) -> bool:
        """Redraw a hand, if its token is valid; returns False if it should be tried again."""
        if self._app.delivery.invalid_requests.seconds_left():
            return False
        token = self._tokens.unexpired(table_id, viewer.user_id)
        if token is None:
            return True
        message_id = token.message_id

        async def draw_and_send() -> None:
            table, view = await self._as_seen_by(viewer, table_id)
            await self._show_by_token(viewer, token, table, view, at_bottom=wanted.at_bottom)

        try:
            if message_id is None:
                await draw_and_send()
            else:
                await self._renderings.take_turn(message_id, draw_and_send)
            self._counts.note_shown()
        except Refused:
            return True
        except StoreError:
            return False
        except TROUBLE as error:
            log.info("a hand could not be refreshed (%s)", type(error).__name__)
            if not isinstance(error, discord.HTTPException) or error.status not in GONE:
                return False
            if self._was_pressed(viewer, token):  # it was deleted because a newer one replaced it
                self._refreshes.request_again(viewer, table_id, wanted)
            else:
                self._tokens.give_up(viewer.user_id, token)
        return True

    async def _as_seen_by(self, viewer: Viewer, table_id: int) -> tuple[ShownTable, ui.LayoutView]:
        """A table and a user's private message of it: the hand, or the watch panel without a seat.

        Raises ``Refused`` if there is no such table any more, and ``StoreError``.
        """
        try:
            hand = await self._app.tables.reading.recall_hand(table_id, viewer.user_id)
        except NotSeated:
            table = await self._app.tables.reading.recall(viewer.channel_id, table_id)
            return table, self._watch_panel(viewer, table)
        return hand.table, self._panel(viewer, hand)

    async def _show_by_token(
        self, viewer: Viewer, token: HandToken, table: ShownTable, view: ui.LayoutView, *, at_bottom: bool
    ) -> None:
        """Edit the message of a token, or send a new one with ``at_bottom`` or if none was sent yet."""
        if token.message_id is None and not _has_hand(table, viewer.user_id):
            return
        if token.followup is not None and (at_bottom or token.message_id is None):
            message_id = await self._tokens.send(token.followup, view)
            was_pressed = self._was_pressed(viewer, token)
            sent = token._replace(message_id=message_id)
            await (self._tokens.delete(sent) if was_pressed else self._tokens.keep(viewer.user_id, sent))
        else:
            assert token.message_id is not None
            self._drawn_revisions[token.message_id] = table.revision
            await self._tokens.edit(token, view)
            was_pressed = self._was_pressed(viewer, token)
        if was_pressed:  # the answer to that press may show a newer revision than this one
            self._refreshes.request_again(viewer, token.table_id, Wanted(table.revision, at_bottom=at_bottom))
        self._notes.clear_done(Owner(token.table_id, viewer.user_id))
        await self._tokens.delete_maybe_sent(token.table_id, viewer.user_id)

    def _was_pressed(self, viewer: Viewer, token: HandToken) -> bool:
        """Whether the owner pressed a control after ``token`` was taken, answered or not."""
        return (
            self._refreshes.is_answering(viewer)
            or self._tokens.of(token.table_id, viewer.user_id) is not token
        )

    async def _remember(
        self, interaction: discord.Interaction[Any], table: ShownTable, message_id: int
    ) -> None:
        """Make this message the user's hand; it has shown the pending line on the last action."""
        self._notes.clear_done(Owner(table.id, interaction.user.id))
        await self._tokens.remember(interaction, table.id, message_id)

    def forget_person(self, user_id: int) -> None:
        """Drop the tokens and notes of a user who was forgotten."""
        self._tokens.forget_person(user_id)
        self._notes.drop(lambda owner: owner.user_id == user_id)

    def drop_expired(self) -> None:
        """Drop hands with expired tokens: their tokens, notes, idle refreshes and drawn revisions."""
        self._tokens.drop_expired()
        self._notes.drop(lambda owner: self._tokens.of(*owner) is None)
        self._refreshes.drop_idle()
        self._drawn_revisions = {
            one: revision for one, revision in self._drawn_revisions.items() if one in self._tokens.owners
        }


def people(seats: Iterable[ShownSeat]) -> list[int]:
    """Ids of the users who have a seat, including those a computer stands in for."""
    return [seat.user_id for seat in seats if seat.user_id is not None]


def _has_hand(table: ShownTable, user_id: int) -> bool:
    """Whether a user is seated in a running match and has cards or a question there."""
    is_seated = table.is_playing and table.seat_of(user_id) is not None
    return is_seated and table.view is not None and needs_hand(table, table.view)


def _viewer(interaction: discord.Interaction[Any]) -> Viewer:
    return Viewer(interaction.channel_id or 0, interaction.user.id)
