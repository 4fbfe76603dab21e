"""Private hands: sent when their owner asks, redrawn in place, refreshed when a turn begins.

An ephemeral message can be edited only with a token of its owner, for fifteen minutes after a click.
So a hand is always one click away, and refreshing it unasked is a courtesy that may fail in silence.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord

from bot.errors import Refused, StoreError
from bot.play.shown import ShownHand, ShownTable
from cogs.ui.hand_panel import hand_panel
from cogs.ui.items import TROUBLE
from rules.core.actions import Action

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

TOKEN_LIFE: Final = 14.5 * 60
"""Seconds an interaction's token is used: Discord lets it live fifteen minutes."""
RENEW: Final = 5 * 60
"""Seconds by which a stored token may be older than the newest one for the same message."""


class _Token(NamedTuple):
    """A player's private message, and the way to edit it for a while."""

    table_id: int
    message_id: int
    token: str
    expires_at: float
    followup: discord.Webhook | None
    """A way to send another one, too; forgotten by a restart."""

    def __repr__(self) -> str:
        return f"<token for message {self.message_id}>"


class _Whose(NamedTuple):
    """One person at the table of one channel."""

    channel_id: int
    user_id: int


class _Wanted(NamedTuple):
    """A hand that is to be shown again, as it is at a revision of its table or later."""

    revision: int
    anew: bool
    """Whether in a message of its own, at the bottom of the channel."""


class Hands:
    """Sends and refreshes the private hands of all tables."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._app = bot.app
        self._tokens: dict[tuple[int, int], _Token] = {}
        self._stored: dict[tuple[int, int], _Token] = {}
        self._answering: Counter[_Whose] = Counter()
        self._wanted: dict[_Whose, _Wanted] = {}
        self._at_work: dict[_Whose, asyncio.Task[None]] = {}

    async def resume(self) -> None:
        """Remember the tokens that were stored before a restart."""
        for table in self._app.tables.all_shown():
            for hand in await self._app.hand_messages.at_table(table.id):
                self._tokens[hand.table_id, hand.user_id] = _Token(
                    hand.table_id, hand.message_id, hand.token, hand.expires_at, None
                )

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._at_work.values(), return_exceptions=True)

    @contextmanager
    def answering(self, interaction: discord.Interaction[Any]) -> Iterator[None]:
        """While a person's own click is answered, leave that person's hand to the answer.

        What happens after the answer was drawn is shown once it is given.
        """
        whose = _whose(interaction)
        self._answering[whose] += 1
        try:
            yield
        finally:
            self._answering[whose] -= 1
            if not self._answering[whose]:
                del self._answering[whose]
                self._begin(whose)

    async def send(
        self, interaction: discord.Interaction[Any], hand: ShownHand, draft: Action | None = None
    ) -> None:
        """Answer with a hand in a new private message; the one shown before goes.

        ``draft`` is an answer that is not confirmed yet.
        """
        whose, table = _whose(interaction), hand.table
        self._have_shown(whose, table, anew=True)
        view = hand_panel(table, hand.view, draft)
        message_id: int | None
        if interaction.response.is_done():
            message_id = (await interaction.followup.send(view=view, ephemeral=True, wait=True)).id
        else:
            message_id = (await interaction.response.send_message(view=view, ephemeral=True)).message_id
        old = self._tokens.get((table.id, whose.user_id))
        await self._remember(interaction, table, message_id)
        if old is not None and old.message_id != message_id:
            await self._delete(old)

    async def redraw(
        self, interaction: discord.Interaction[Any], hand: ShownHand, draft: Action | None = None
    ) -> None:
        """Answer by redrawing the hand that was clicked."""
        if interaction.message is None or not self.may_redraw(interaction, hand.table):
            await self.send(interaction, hand, draft)
            return
        self._have_shown(_whose(interaction), hand.table, anew=False)
        await interaction.response.edit_message(view=hand_panel(hand.table, hand.view, draft))
        await self._remember(interaction, hand.table, interaction.message.id)

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

    def refresh(self, table: ShownTable, users: Iterable[int], *, anew: bool = False) -> None:
        """Redraw hands that are still reachable, soon and without a promise.

        With ``anew`` they come again at the bottom of the channel, under the table message.
        """
        for user_id in users:
            if (table.id, user_id) in self._tokens:
                whose = _Whose(table.channel_id, user_id)
                wanted = self._wanted.get(whose)
                self._wanted[whose] = _Wanted(table.revision, anew or (wanted is not None and wanted.anew))
                self._begin(whose)

    def _have_shown(self, whose: _Whose, table: ShownTable, *, anew: bool) -> None:
        """Let go of the wish for what is being shown: a hand of a table as it was then or is since."""
        wanted = self._wanted.get(whose)
        if wanted is not None and wanted.revision <= table.revision and (anew or not wanted.anew):
            del self._wanted[whose]

    def _begin(self, whose: _Whose) -> None:
        if whose in self._wanted and whose not in self._answering and whose not in self._at_work:
            self._at_work[whose] = asyncio.create_task(self._refresh(whose))

    async def _refresh(self, whose: _Whose) -> None:
        try:
            while whose in self._wanted and whose not in self._answering:
                await self._show(whose)
        finally:
            del self._at_work[whose]

    async def _show(self, whose: _Whose) -> None:
        anew = self._wanted.pop(whose).anew
        try:
            hand = self._app.tables.hand(*whose)
        except Refused:
            return
        key = hand.table.id, whose.user_id
        token = self._tokens.get(key)
        if token is None or token.expires_at <= self._app.tables.now():
            return
        view = hand_panel(hand.table, hand.view)
        try:
            if anew and token.followup is not None:
                message = await token.followup.send(view=view, ephemeral=True, wait=True)
                await self._keep(whose.user_id, token._replace(message_id=message.id))
                await self._delete(token)
            else:
                await self._webhook(token).edit_message(token.message_id, view=view)
        except TROUBLE as error:
            log.info("a hand could not be refreshed (%s)", type(error).__name__)
            if isinstance(error, discord.NotFound | discord.Forbidden) or _is_expired(error):
                self._tokens[key] = token._replace(expires_at=0)

    async def _delete(self, token: _Token) -> None:
        if token.expires_at <= self._app.tables.now():
            return
        try:
            await self._webhook(token).delete_message(token.message_id)
        except TROUBLE as error:
            log.info("an old hand could not be deleted (%s)", type(error).__name__)

    async def _remember(
        self, interaction: discord.Interaction[Any], table: ShownTable, message_id: int | None
    ) -> None:
        if message_id is None:
            return
        expires_at = self._app.tables.now() + TOKEN_LIFE
        token = _Token(table.id, message_id, interaction.token, expires_at, interaction.followup)
        await self._keep(interaction.user.id, token)

    def drop_expired(self) -> None:
        """Forget the tokens that are of no use any more."""
        now = self._app.tables.now()
        self._tokens = {key: token for key, token in self._tokens.items() if token.expires_at > now}
        self._stored = {key: token for key, token in self._stored.items() if key in self._tokens}

    async def _keep(self, user_id: int, token: _Token) -> None:
        """Use this token from now on; a stored one that still serves is renewed only when it has aged."""
        key = token.table_id, user_id
        self._tokens[key] = token
        stored = self._stored.get(key)
        if stored and stored.message_id == token.message_id and stored.expires_at + RENEW > token.expires_at:
            return
        try:
            await self._app.hand_messages.remember(
                token.table_id,
                user_id,
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


def _whose(interaction: discord.Interaction[Any]) -> _Whose:
    return _Whose(interaction.channel_id or 0, interaction.user.id)


def _is_expired(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.status == 401
