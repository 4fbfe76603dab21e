"""The private messages that show hands: which one is somebody's, and the token by which it can be edited.

An ephemeral message can be edited only with a token of its owner, for fifteen minutes after a press; each
press on it renews that. There is one for each person at a table: a newer one ends the one before.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord
from discord import ui

from bot.errors import StoreError
from bot.play.shown import ShownTable
from cogs.ui.items import TROUBLE

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

TOKEN_LIFE: Final = 14.5 * 60
"""Seconds an interaction's token is used: Discord lets it live fifteen minutes."""
RENEW: Final = 5 * 60
"""Seconds by which a stored token may be older than the newest one for the same message."""


class HandToken(NamedTuple):
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


class HandTokens:
    """The newest private message of everybody at every table, for as long as it can be edited."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._app = bot.app
        self._tokens: dict[tuple[int, int], HandToken] = {}
        self._stored: dict[tuple[int, int], HandToken] = {}
        self._perhaps_sent: defaultdict[tuple[int, int], list[discord.Interaction[Any]]] = defaultdict(list)
        self._going: set[int] = set()
        self.by_owner: Final[Mapping[tuple[int, int], HandToken]] = MappingProxyType(self._tokens)
        """By table and person; some have expired."""
        self.going: Final[AbstractSet[int]] = self._going
        """Messages that are being deleted: a press on one of them may still come, and gets a new hand."""

    async def resume(self) -> None:
        """Take up the messages that were stored before a restart.

        Raises:
            StoreError: they cannot be read.
        """
        for hand in await self._app.hand_messages.reachable():
            self._tokens[hand.table_id, hand.user_id] = HandToken(
                hand.table_id, hand.message_id, hand.token, hand.expires_at, None
            )

    def promise(self, interaction: discord.Interaction[Any], table: ShownTable) -> None:
        """Keep the way to send the first hand to somebody who sits at a table before its match."""
        if not table.in_lobby or table.seat_of(interaction.user.id) is None:
            return
        self._tokens[table.id, interaction.user.id] = self._new(interaction, table.id, None)

    def reaching(self, table_id: int, user_id: int) -> HandToken | None:
        """The token by which a person's hand can be shown now, if any."""
        token = self._tokens.get((table_id, user_id))
        return token if token is not None and token.expires_at > self._app.tables.now() else None

    def stand_in(self, message_id: int) -> bool:
        """Whether a private message that is kept up to date stands in a message."""
        return any(token.message_id == message_id for token in self._tokens.values())

    async def remember(self, interaction: discord.Interaction[Any], table_id: int, message_id: int) -> None:
        """A press was answered with the hand in a message: that is the one from now on."""
        await self.keep(interaction.user.id, self._new(interaction, table_id, message_id))

    async def keep(self, user_id: int, token: HandToken) -> None:
        """Use this token from now on, for the only hand: another one goes, unless it was pressed meanwhile.

        A stored token that still serves is renewed only when it has aged.
        """
        key = token.table_id, user_id
        old = self._tokens.get(key)
        self._tokens[key] = token
        await self._store(key, token)
        kept = {token.message_id, self._tokens.get(key, token).message_id}
        if old is not None and old.message_id not in kept:
            await self.delete(old)
        await self.delete_perhaps_sent(token.table_id, user_id, but=token.token)

    async def keep_in_reach(self, interaction: discord.Interaction[Any]) -> None:
        """Whoever has pressed on their own hand lets it be edited for longer, whatever the answer was."""
        message, user_id = interaction.message, interaction.user.id
        if message is None or not interaction.response.is_done():
            return
        for (table_id, owner), token in tuple(self._tokens.items()):
            if owner == user_id and token.message_id == message.id:
                renewed = self._new(interaction, table_id, message.id)
                if token.expires_at + RENEW < renewed.expires_at:
                    await self.keep(user_id, renewed)

    async def edit(self, token: HandToken, view: ui.LayoutView) -> None:
        """Show something else in a message.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: it is not shown, or nobody can say.
        """
        assert token.message_id is not None
        await self._webhook(token).edit_message(token.message_id, view=view)

    async def delete(self, token: HandToken) -> None:
        """Delete a message, if that can be done."""
        if token.message_id is None or token.expires_at <= self._app.tables.now():
            return
        self._going.add(token.message_id)
        try:
            await self._webhook(token).delete_message(token.message_id)
        except TROUBLE as error:
            log.info("an old hand could not be deleted (%s)", type(error).__name__)
        finally:
            self._going.discard(token.message_id)

    def give_up(self, user_id: int, token: HandToken) -> None:
        """Try no more to edit a message: Discord does not let it be edited."""
        self._tokens[token.table_id, user_id] = token._replace(expires_at=0)

    def note_perhaps_sent(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Remember an answer with a hand of which nobody can say whether it has arrived."""
        self._perhaps_sent[table_id, interaction.user.id].append(interaction)

    async def delete_perhaps_sent(self, table_id: int, user_id: int, but: str = "") -> None:
        """Delete hands of which nobody could say whether they had arrived, but the one with a token."""
        for interaction in self._perhaps_sent.pop((table_id, user_id), ()):
            if interaction.token == but:
                continue
            try:
                await interaction.delete_original_response()
            except TROUBLE as error:
                log.info("a hand that was perhaps sent is left (%s)", type(error).__name__)

    def forget_person(self, user_id: int) -> None:
        """Let go of the messages of a person."""
        for known in (self._tokens, self._stored, self._perhaps_sent):
            for key in [key for key in known if key[1] == user_id]:
                del known[key]

    def drop_expired(self) -> None:
        """Forget the tokens that are of no use any more."""
        now = self._app.tables.now()
        for key in [key for key, token in self._tokens.items() if token.expires_at <= now]:
            del self._tokens[key]
        for known in (self._stored, self._perhaps_sent):
            for key in [key for key in known if key not in self._tokens]:
                del known[key]

    def _new(self, interaction: discord.Interaction[Any], table_id: int, message_id: int | None) -> HandToken:
        """What a press lets be done with a message for a while."""
        expires_at = self._app.tables.now() + TOKEN_LIFE
        return HandToken(table_id, message_id, interaction.token, expires_at, interaction.followup)

    async def _store(self, key: tuple[int, int], token: HandToken) -> None:
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

    def _webhook(self, token: HandToken) -> discord.Webhook:
        application_id = self._bot.application_id
        assert application_id is not None
        return discord.Webhook.partial(application_id, token.token, client=self._bot)
