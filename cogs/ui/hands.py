"""Private hands: sent when their owner asks, redrawn in place, refreshed when a turn begins.

An ephemeral message can be edited only with a token of its owner, for fifteen minutes after a click.
So a hand is always one click away, and refreshing it unasked is a courtesy that may fail in silence.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord
from discord import ui

from bot.errors import Refused
from bot.shown import ShownTable
from cogs.ui.hand_panel import hand_panel
from rules.cards import Card

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

TOKEN_LIFE: Final = 14.5 * 60
"""Seconds an interaction's token is used: Discord lets it live fifteen minutes."""


class _Token(NamedTuple):
    """A way to edit a player's private message, for a while."""

    table_id: int
    message_id: int
    token: str
    expires_at: float
    followup: discord.Webhook | None
    """A way to send another one, too; forgotten by a restart."""

    def __repr__(self) -> str:
        return f"<token for message {self.message_id}>"


class _Wish(NamedTuple):
    """A hand to be shown again."""

    channel_id: int
    anew: bool


class Hands:
    """Sends and refreshes the private hands of all tables."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._tokens: dict[tuple[int, int], _Token] = {}
        self._answering: set[int] = set()
        self._wanted: dict[int, _Wish] = {}
        self._at_work: dict[int, asyncio.Task[None]] = {}

    async def resume(self) -> None:
        """Remember the tokens that were stored before a restart."""
        store = self._bot.app.manager.store
        for table in self._bot.app.manager.tables:
            for hand in await store.hands(table.record.id):
                self._tokens[hand.table_id, hand.user_id] = _Token(
                    hand.table_id, hand.message_id, hand.token, hand.expires_at, None
                )

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._at_work.values(), return_exceptions=True)

    def panel(self, table: ShownTable, user_id: int, chosen: Sequence[Card] = ()) -> ui.LayoutView:
        """A player's hand as it now is.

        Raises:
            Refused: the person does not sit here, or there is no match.
        """
        return hand_panel(table, self._bot.app.manager.hand(table.channel_id, user_id), chosen)

    @contextmanager
    def answering(self, user_id: int) -> Iterator[None]:
        """While a person's own click is answered, refresh that person's hand by the answer alone."""
        self._answering.add(user_id)
        try:
            yield
        finally:
            self._answering.discard(user_id)

    async def send(self, interaction: discord.Interaction[Any], table: ShownTable) -> None:
        """Answer with a new private hand; the one shown before goes."""
        user_id = interaction.user.id
        view = self.panel(table, user_id)
        if interaction.response.is_done():
            message_id: int | None = (
                await interaction.followup.send(view=view, ephemeral=True, wait=True)
            ).id
        else:
            message_id = (await interaction.response.send_message(view=view, ephemeral=True)).message_id
        old = self._tokens.get((table.id, user_id))
        await self._remember(interaction, table, message_id)
        if old is not None and old.message_id != message_id:
            await self._delete(old)

    async def redraw(
        self, interaction: discord.Interaction[Any], table: ShownTable, chosen: Sequence[Card] = ()
    ) -> None:
        """Answer by redrawing the hand that was clicked."""
        await interaction.response.edit_message(view=self.panel(table, interaction.user.id, chosen))
        if interaction.message is not None:
            await self._remember(interaction, table, interaction.message.id)

    def refresh(self, table: ShownTable, users: Iterable[int], *, anew: bool = False) -> None:
        """Redraw hands that are still reachable, soon and without a promise.

        With ``anew`` they come again at the bottom of the channel, under the table message.
        """
        for user_id in users:
            if user_id in self._answering or (table.id, user_id) not in self._tokens:
                continue
            waiting = self._wanted.get(user_id)
            self._wanted[user_id] = _Wish(table.channel_id, anew or (waiting is not None and waiting.anew))
            if user_id not in self._at_work:
                self._at_work[user_id] = asyncio.create_task(self._refresh(user_id))

    async def _refresh(self, user_id: int) -> None:
        try:
            while (wish := self._wanted.pop(user_id, None)) is not None:
                await self._show(user_id, wish)
        finally:
            del self._at_work[user_id]

    async def _show(self, user_id: int, wish: _Wish) -> None:
        try:
            table = self._bot.app.manager.shown(wish.channel_id, finished=True)
            token = self._tokens[table.id, user_id]
            if token.expires_at <= self._bot.app.manager.now():
                del self._tokens[table.id, user_id]
                return
            view = self.panel(table, user_id)
            if wish.anew and token.followup is not None:
                message = await token.followup.send(view=view, ephemeral=True, wait=True)
                await self._keep(user_id, token._replace(message_id=message.id))
                await self._delete(token)
            else:
                await self._webhook(token).edit_message(token.message_id, view=view)
        except (Refused, KeyError):
            return
        except (discord.HTTPException, OSError) as error:
            log.info("a hand could not be refreshed (%s)", type(error).__name__)
            if isinstance(error, discord.NotFound | discord.Forbidden) or _is_expired(error):
                self._tokens.pop((table.id, user_id), None)

    async def _delete(self, token: _Token) -> None:
        if token.expires_at <= self._bot.app.manager.now():
            return
        try:
            await self._webhook(token).delete_message(token.message_id)
        except (discord.HTTPException, OSError) as error:
            log.info("an old hand could not be deleted (%s)", type(error).__name__)

    async def _remember(
        self, interaction: discord.Interaction[Any], table: ShownTable, message_id: int | None
    ) -> None:
        if message_id is None:
            return
        expires_at = self._bot.app.manager.now() + TOKEN_LIFE
        token = _Token(table.id, message_id, interaction.token, expires_at, interaction.followup)
        await self._keep(interaction.user.id, token)

    async def _keep(self, user_id: int, token: _Token) -> None:
        self._tokens[token.table_id, user_id] = token
        await self._bot.app.manager.remember_hand(
            token.table_id,
            user_id,
            message_id=token.message_id,
            token=token.token,
            expires_at=token.expires_at,
        )

    def _webhook(self, token: _Token) -> discord.Webhook:
        application_id = self._bot.application_id
        assert application_id is not None
        return discord.Webhook.partial(application_id, token.token, client=self._bot)


def _is_expired(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.status == 401
