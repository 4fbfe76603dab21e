"""Private hands: sent when their owner asks, redrawn in place, kept up to date while that is possible.

The first one of a match comes by itself to whoever sat down by a press a short while before.
An ephemeral message can be edited only with a token of its owner, for fifteen minutes after a click.
So a hand is always one click away, and refreshing it unasked is a courtesy: it is tried for as long as that.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord
from discord import ui

from bot.computers.reasons import Advice
from bot.errors import NotSeated, Refused, StoreError
from bot.play.shown import ShownHand, ShownTable
from cogs.ui.answers import is_nobody_there, loss_of, message_of
from cogs.ui.done import done_line
from cogs.ui.fitting import fitting
from cogs.ui.hand_panel import YOUR_HAND, hand_panel
from cogs.ui.hand_refreshes import HandRefreshes, Wanted, Whose
from cogs.ui.items import TROUBLE, note
from cogs.ui.table_panel import needs_hand
from cogs.ui.watch_panel import watch_panel
from rules.core.actions import Action
from rules.core.decisions import Decision

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

TOKEN_LIFE: Final = 14.5 * 60
"""Seconds an interaction's token is used: Discord lets it live fifteen minutes."""
BROKEN_OFF: Final = f"### {YOUR_HAND}\nThe match is over."
"""What is left of a hand of a match that was ended early: nobody looks at its cards any more."""
LAST_HANDS: Final = 2.0
"""Seconds that a polite end spends on hands."""
RENEW: Final = 5 * 60
"""Seconds by which a stored token may be older than the newest one for the same message."""


class _Token(NamedTuple):
    """A player's private message, and the way to edit it for a while."""

    table_id: int
    message_id: int | None
    """None where none was sent yet: who sits down before the match lets the first hand be sent."""
    token: str
    expires_at: float
    followup: discord.Webhook | None
    """A way to send another one, too; forgotten by a restart."""

    def __repr__(self) -> str:
        return f"<token for message {self.message_id}>"


class _Done(NamedTuple):
    """What a player did whose answer was lost, in a sentence, and in which deal."""

    deal: int
    said: str


class _Draft(NamedTuple):
    """An answer that its player has not confirmed yet, and the question it is to."""

    decision: Decision | None
    action: Action


class _Advised(NamedTuple):
    """A hint its player has asked for, and the revision at which its question arose."""

    asked_since: int
    advice: Advice

    def __repr__(self) -> str:
        return f"<hint for a question of revision {self.asked_since}>"


class Hands:
    """Sends and refreshes the private hands of all tables."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._app = bot.app
        self._tokens: dict[tuple[int, int], _Token] = {}
        self._stored: dict[tuple[int, int], _Token] = {}
        self._counts = bot.app.hand_counts
        interval = bot.app.settings.hand_interval
        self._refreshes = HandRefreshes(self._show, interval, self._counts.note_merged)
        self._done: dict[tuple[int, int], _Done] = {}
        self._drafts: dict[tuple[int, int], _Draft] = {}
        self._advised: dict[tuple[int, int], _Advised] = {}
        self._perhaps_sent: defaultdict[tuple[int, int], list[discord.Interaction[Any]]] = defaultdict(list)
        self._going: set[int] = set()
        """Messages that are being deleted: a press on one of them may still come, and gets a new hand."""
        self._catching_up: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """Take up the hands that were stored before a restart, and bring them up to date.

        Raises:
            StoreError: they cannot be read.
        """
        stored = await self._app.hand_messages.reachable()
        for hand in stored:
            self._tokens[hand.table_id, hand.user_id] = _Token(
                hand.table_id, hand.message_id, hand.token, hand.expires_at, None
            )
        self._catching_up = asyncio.create_task(self._catch_up(list(self._tokens)))

    async def _catch_up(self, keys: Iterable[tuple[int, int]]) -> None:
        for table_id, user_id in keys:
            try:
                table = (await self._app.tables.recall_hand(table_id, user_id)).table
            except (Refused, StoreError):
                continue
            self.refresh(table, [user_id])

    async def close(self) -> None:
        """Finish what is under way, as far as that can be done in a moment."""
        if self._catching_up is not None:
            self._catching_up.cancel()
        await self._refreshes.close(LAST_HANDS)

    def answering(self, interaction: discord.Interaction[Any]) -> AbstractContextManager[None]:
        """While a person's own click is answered, leave that person's hand to the answer.

        What happens after the answer was drawn is shown once it is given.
        """
        return self._refreshes.answering(_whose(interaction))

    async def send(
        self, interaction: discord.Interaction[Any], hand: ShownHand, draft: Action | None = None
    ) -> None:
        """Answer with a hand in a new private message; the one shown before goes.

        ``draft`` is an answer that is not confirmed yet.
        """
        whose, table = _whose(interaction), hand.table
        self._refreshes.have_shown(whose, table.id, Wanted(table.revision, anew=True))
        self._note_draft(whose, hand, draft)
        await self._send(interaction, table, self._panel(whose, hand))

    async def watch(self, interaction: discord.Interaction[Any], table: ShownTable) -> None:
        """Answer somebody who looks on with the table in a private message, which follows it as hands do."""
        whose = _whose(interaction)
        self._refreshes.have_shown(whose, table.id, Wanted(table.revision, anew=True))
        await self._send(interaction, table, self._watch_panel(whose, table))

    async def _send(
        self, interaction: discord.Interaction[Any], table: ShownTable, view: ui.LayoutView
    ) -> None:
        """Answer with a private message that is kept up to date; the one shown before goes."""
        if interaction.response.is_done():
            message_id = (await interaction.followup.send(view=view, ephemeral=True, wait=True)).id
        else:
            answer = interaction.response.send_message(view=view, ephemeral=True)
            try:
                message_id = await message_of(interaction, answer)
            except TROUBLE as error:
                if is_nobody_there(error):
                    self.refresh(table, [interaction.user.id])  # what was shown before is not shown anew
                else:
                    self._perhaps_sent[table.id, interaction.user.id].append(interaction)
                raise
        await self._remember(interaction, table, message_id)

    async def redraw(
        self, interaction: discord.Interaction[Any], hand: ShownHand, draft: Action | None = None
    ) -> None:
        """Answer by redrawing the hand that was clicked."""
        message = interaction.message
        if message is None or message.id in self._going or not self.may_redraw(interaction, hand.table):
            await self.send(interaction, hand, draft)
            return
        whose = _whose(interaction)
        self._refreshes.have_shown(whose, hand.table.id, Wanted(hand.table.revision))
        self._note_draft(whose, hand, draft)
        answer = interaction.response.edit_message(view=self._panel(whose, hand))
        try:
            await message_of(interaction, answer)
        except TROUBLE as error:
            if is_nobody_there(error):
                self.refresh(hand.table, [whose.user_id])
            raise
        await self._remember(interaction, hand.table, message.id)

    async def advise(self, interaction: discord.Interaction[Any], hand: ShownHand, advice: Advice) -> None:
        """Answer with the hand and a hint, which stands there for as long as its question is asked.

        In a game where all are asked at once others answer meanwhile, and that changes nothing of it.
        """
        key = hand.table.id, interaction.user.id
        assert hand.asked_since is not None
        self._advised[key] = _Advised(hand.asked_since, advice)
        await self.redraw(interaction, hand, self._draft_of(key, hand))

    async def confirm(self, interaction: discord.Interaction[Any], hand: ShownHand, action: Action) -> None:
        """Answer somebody whose action has been stored: whatever becomes of the answer, it is told once.

        Where the pressed hand can't be redrawn, a new one says what was done; failing that, the next one.
        """
        whose = _whose(interaction)
        try:
            await self.redraw(interaction, hand)
        except TROUBLE as error:
            self._note_loss(error)
            self._done[hand.table.id, whose.user_id] = _done(hand, action)
            if is_nobody_there(error) or not await self._is_sent(interaction, hand):
                self.refresh(hand.table, [whose.user_id])

    async def acknowledge(
        self, interaction: discord.Interaction[Any], hand: ShownHand, action: Action
    ) -> None:
        """Answer somebody whose action everybody sees: nothing is said, unless Discord can't be told so."""
        try:
            await interaction.response.defer()
        except TROUBLE as error:
            self._note_loss(error)
            self._done[hand.table.id, interaction.user.id] = _done(hand, action)

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
        self._app.lost_answers.note(reason)

    def _note_draft(self, whose: Whose, hand: ShownHand, draft: Action | None) -> None:
        """Keep what is not confirmed yet, so that it stands there still if the hand is shown again."""
        key = hand.table.id, whose.user_id
        if draft is None:
            self._drafts.pop(key, None)
        else:
            self._drafts[key] = _Draft(hand.view.decision, draft)

    def _draft_of(self, key: tuple[int, int], hand: ShownHand) -> Action | None:
        """The answer that is begun and not confirmed, if its question is asked still."""
        begun = self._drafts.get(key)
        return begun.action if begun is not None and begun.decision == hand.view.decision else None

    def _panel(self, whose: Whose, hand: ShownHand) -> ui.LayoutView:
        if not hand.table.is_playing and hand.view.table.outcome is None:
            return note(BROKEN_OFF)
        done = self._done.get((hand.table.id, whose.user_id))
        said = done.said if done is not None and done.deal == hand.view.table.deal else ""
        asked = self._advised.get((hand.table.id, whose.user_id))
        advice = asked.advice if asked is not None and asked.asked_since == hand.asked_since else None
        draft = self._draft_of((hand.table.id, whose.user_id), hand)
        table = self._app.personal_settings.seen_by(whose.user_id, hand.table)
        return fitting(lambda table: hand_panel(table, hand.view, draft, said, advice, hand.plan), table)

    def _watch_panel(self, whose: Whose, table: ShownTable) -> ui.LayoutView:
        """What somebody sees who has no seat: what everybody may know, and never a hand."""
        is_waiting = self._app.waiting.is_waiting(whose.channel_id, whose.user_id)
        seen = self._app.personal_settings.seen_by(whose.user_id, table)
        return fitting(lambda table: watch_panel(table, is_waiting=is_waiting), seen)

    def may_redraw(self, interaction: discord.Interaction[Any], table: ShownTable) -> bool:
        """Whether the pressed message may show this person's hand: private, and nobody else's hand.

        A control says nothing of where it was pressed: it may have been forged.
        """
        message = interaction.message
        if message is None or not message.flags.ephemeral:
            return False
        others = {seat.user_id for seat in table.seats if seat.user_id is not None} - {interaction.user.id}
        tokens = [self._tokens.get((table.id, user_id)) for user_id in others]
        return all(token is None or token.message_id != message.id for token in tokens)

    def promise(self, interaction: discord.Interaction[Any], table: ShownTable) -> None:
        """Keep the way to send the first hand to somebody who sits at a table before its match."""
        if not table.in_lobby or table.seat_of(interaction.user.id) is None:
            return
        expires_at = self._app.tables.now() + TOKEN_LIFE
        promised = _Token(table.id, None, interaction.token, expires_at, interaction.followup)
        self._tokens[table.id, interaction.user.id] = promised

    def reaches(self, table: ShownTable, user_id: int) -> bool:
        """Whether a person has a hand that can be shown now, or is being answered with one."""
        token = self._tokens.get((table.id, user_id))
        is_reachable = token is not None and token.expires_at > self._app.tables.now()
        return is_reachable or self._refreshes.is_answering(Whose(table.channel_id, user_id))

    def stand_in(self, message_id: int) -> bool:
        """Whether a private message that is kept up to date stands in a message."""
        return any(token.message_id == message_id for token in self._tokens.values())

    def refresh(
        self, table: ShownTable, users: Iterable[int], *, anew: bool = False, is_asked: bool = False
    ) -> None:
        """Redraw hands that are still reachable, soon; one that fails is tried again while its token lives.

        With ``anew`` they come again at the bottom of the channel, under the table message. Those whose
        owners are asked something new come first.
        """
        for user_id in users:
            whose = Whose(table.channel_id, user_id)
            # Who is being answered has no token perhaps, and will have one by then.
            if self._refreshes.is_answering(whose) or (table.id, user_id) in self._tokens:
                self._refreshes.want(whose, table.id, Wanted(table.revision, anew, is_asked))

    def follow(self, table: ShownTable, has_passed: Callable[[int], bool]) -> None:
        """Show those hands again at the bottom whose messages are too far up, by their numbers."""
        owners = [
            user_id
            for (table_id, user_id), token in self._tokens.items()
            if table_id == table.id and token.message_id is not None and has_passed(token.message_id)
        ]
        self.refresh(table, owners, anew=True)

    def refresh_all(self, table: ShownTable, but: Iterable[int] = ()) -> None:
        """Redraw every private message about a table but some, also of those who have no seat there."""
        owners = {user_id for table_id, user_id in self._tokens if table_id == table.id}
        owners |= {seat.user_id for seat in table.seats if seat.user_id is not None}
        self.refresh(table, sorted(owners.difference(but)))

    async def _show(self, whose: Whose, table_id: int, wanted: Wanted) -> bool:
        """Show a hand, if that can be done; False where it is worth another try."""
        if self._app.invalid_requests.seconds_left():
            return False
        key = table_id, whose.user_id
        token = self._tokens.get(key)
        if token is None or token.expires_at <= self._app.tables.now():
            return True
        try:
            table, view = await self._as_seen_by(whose, table_id)
        except Refused:
            return True
        except StoreError:
            return False
        try:
            await self._show_by_token(whose, token, table, view, anew=wanted.anew)
            self._counts.note_shown()
        except TROUBLE as error:
            log.info("a hand could not be refreshed (%s)", type(error).__name__)
            if not isinstance(error, discord.NotFound | discord.Forbidden) and not _is_expired(error):
                return False
            if self._was_pressed(whose, token):  # that hand is gone because there is a newer one
                self._refreshes.want_again(whose, table_id, wanted)
            else:
                self._tokens[key] = token._replace(expires_at=0)
        return True

    async def _as_seen_by(self, whose: Whose, table_id: int) -> tuple[ShownTable, ui.LayoutView]:
        """A table, and what a person's private message shows of it: the hand, or without a seat the table.

        Raises:
            Refused: there is nothing to be shown.
            StoreError: it cannot be read now.
        """
        try:
            hand = await self._app.tables.recall_hand(table_id, whose.user_id)
        except NotSeated:
            table = await self._app.tables.recall(whose.channel_id, table_id)
            return table, self._watch_panel(whose, table)
        return hand.table, self._panel(whose, hand)

    async def _show_by_token(
        self, whose: Whose, token: _Token, table: ShownTable, view: ui.LayoutView, *, anew: bool
    ) -> None:
        """Show a hand, or the table to somebody who has no seat there."""
        key = (token.table_id, whose.user_id)
        if token.message_id is None and not _has_hand(table, whose.user_id):
            return
        if token.followup is not None and (anew or token.message_id is None):
            message = await token.followup.send(view=view, ephemeral=True, wait=True)
            was_pressed = self._was_pressed(whose, token)
            sent = token._replace(message_id=message.id)
            await (self._delete(sent) if was_pressed else self._keep(whose.user_id, sent))
        else:
            assert token.message_id is not None
            await self._webhook(token).edit_message(token.message_id, view=view)
            was_pressed = self._was_pressed(whose, token)
        if was_pressed:  # what the press was or is answered with may be newer than what was under way
            self._refreshes.want_again(whose, token.table_id, Wanted(table.revision, anew=anew))
        self._done.pop(key, None)
        await self._delete_perhaps_sent(key)

    def _was_pressed(self, whose: Whose, token: _Token) -> bool:
        """Whether its owner has pressed since a token was taken to reach a hand, answered or not."""
        return (
            self._refreshes.is_answering(whose)
            or self._tokens.get((token.table_id, whose.user_id)) is not token
        )

    async def _delete(self, token: _Token) -> None:
        if token.message_id is None or token.expires_at <= self._app.tables.now():
            return
        self._going.add(token.message_id)
        try:
            await self._webhook(token).delete_message(token.message_id)
        except TROUBLE as error:
            log.info("an old hand could not be deleted (%s)", type(error).__name__)
        finally:
            self._going.discard(token.message_id)

    async def _remember(
        self, interaction: discord.Interaction[Any], table: ShownTable, message_id: int
    ) -> None:
        """The hand shown now is the one; what was done has been told with it."""
        self._done.pop((table.id, interaction.user.id), None)
        expires_at = self._app.tables.now() + TOKEN_LIFE
        token = _Token(table.id, message_id, interaction.token, expires_at, interaction.followup)
        await self._keep(interaction.user.id, token)

    def forget_person(self, user_id: int) -> None:
        """Let go of the hands of a person."""
        keepers = (self._tokens, self._stored, self._done, self._drafts, self._advised, self._perhaps_sent)
        for known in keepers:
            for key in [key for key in known if key[1] == user_id]:
                del known[key]

    def drop_expired(self) -> None:
        """Forget the tokens that are of no use any more."""
        now = self._app.tables.now()
        self._tokens = {key: token for key, token in self._tokens.items() if token.expires_at > now}
        self._stored = {key: token for key, token in self._stored.items() if key in self._tokens}
        self._done = {key: done for key, done in self._done.items() if key in self._tokens}
        self._drafts = {key: draft for key, draft in self._drafts.items() if key in self._tokens}
        self._advised = {key: asked for key, asked in self._advised.items() if key in self._tokens}
        for key in [key for key in self._perhaps_sent if key not in self._tokens]:
            del self._perhaps_sent[key]
        self._refreshes.drop_idle()

    async def _keep(self, user_id: int, token: _Token) -> None:
        """Use this token from now on, for the only hand: another one goes, unless it was pressed meanwhile.

        A stored token that still serves is renewed only when it has aged.
        """
        key = token.table_id, user_id
        old = self._tokens.get(key)
        self._tokens[key] = token
        await self._store(key, token)
        kept = {token.message_id, self._tokens.get(key, token).message_id}
        if old is not None and old.message_id not in kept:
            await self._delete(old)
        await self._delete_perhaps_sent(key, but=token.token)

    async def _delete_perhaps_sent(self, key: tuple[int, int], but: str = "") -> None:
        """Delete hands of which nobody could say whether they had arrived."""
        for interaction in self._perhaps_sent.pop(key, ()):
            if interaction.token == but:
                continue
            try:
                await interaction.delete_original_response()
            except TROUBLE as error:
                log.info("a hand that was perhaps sent is left (%s)", type(error).__name__)

    async def keep_in_reach(self, interaction: discord.Interaction[Any]) -> None:
        """Whoever has pressed on their own hand lets it be edited for longer, whatever the answer was."""
        message, user_id = interaction.message, interaction.user.id
        if message is None or not interaction.response.is_done():
            return
        expires_at = self._app.tables.now() + TOKEN_LIFE
        for (_, owner), token in tuple(self._tokens.items()):
            if owner == user_id and token.message_id == message.id and token.expires_at + RENEW < expires_at:
                renewed = token._replace(
                    token=interaction.token, expires_at=expires_at, followup=interaction.followup
                )
                await self._keep(user_id, renewed)

    async def _store(self, key: tuple[int, int], token: _Token) -> None:
        stored = self._stored.get(key)
        if token.message_id is None:
            return
        if stored and stored.message_id == token.message_id and stored.expires_at + RENEW > token.expires_at:
            return
        try:
            await self._app.hand_messages.remember(
                *key,
                message_id=token.message_id,
                token=token.token,
                expires_at=token.expires_at,
            )
            self._stored[key] = token
        except StoreError as error:
            log.warning("a hand will be out of reach after a restart: %s", error)

    def _webhook(self, token: _Token) -> discord.Webhook:
        application_id = self._bot.application_id
        assert application_id is not None
        return discord.Webhook.partial(application_id, token.token, client=self._bot)


def _whose(interaction: discord.Interaction[Any]) -> Whose:
    return Whose(interaction.channel_id or 0, interaction.user.id)


def _done(hand: ShownHand, action: Action) -> _Done:
    return _Done(hand.view.table.deal, done_line(hand, action))


def _has_hand(table: ShownTable, user_id: int) -> bool:
    """Whether somebody has cards to look at, or is asked there."""
    is_seated = table.is_playing and table.seat_of(user_id) is not None
    return is_seated and table.view is not None and needs_hand(table, table.view)


def _is_expired(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.status == 401
