"""Hand tokens: for each user at a table, the newest hand message and the interaction token that edits it.

An ephemeral message can be edited only with an interaction token of its owner, for fifteen minutes after a
press. Each press on it renews the token. A user has one hand message a table: a new one replaces the last.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import discord
from discord import ui

from bot.common.errors import StoreError
from bot.table.desk.shown import ShownTable
from cogs.ui.answers import answer_of, in_words_if_refused
from cogs.ui.items import TROUBLE

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)
T = TypeVar("T")

TOKEN_LIFE: Final = 14.5 * 60
"""Seconds an interaction token is used; on Discord it expires after fifteen minutes."""
RENEW: Final = 5 * 60
"""Seconds by which a newer token must outlive the kept one to replace it: not each press is stored."""


class HandToken(NamedTuple):
    """A user's hand message, and the interaction token that edits it until ``expires_at``."""

    table_id: int
    message_id: int | None
    """None before the first hand: the press that sat down in the lobby gives the token to send it."""
    token: str
    expires_at: float
    followup: discord.Webhook | None
    """Sends new messages with the token; None after a restart."""

    def __repr__(self) -> str:
        return f"<token for message {self.message_id}>"


class Owner(NamedTuple):
    """The user of a hand message, and its table."""

    table_id: int
    user_id: int


class HandTokens:
    """The tokens of all hand messages, by table and user."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._app = bot.app
        self._tokens: dict[int, dict[int, HandToken]] = {}
        self._owners: dict[int, Owner] = {}
        self._stored: dict[Owner, HandToken] = {}
        self._maybe_sent: defaultdict[Owner, list[discord.Interaction[Any]]] = defaultdict(list)
        self._being_deleted: set[int] = set()
        self.at_table: Final[Mapping[int, Mapping[int, HandToken]]] = MappingProxyType(self._tokens)
        """By table id, then user id; includes expired tokens."""
        self.owners: Final[Mapping[int, Owner]] = MappingProxyType(self._owners)
        """By message id."""
        self.going: Final[AbstractSet[int]] = self._being_deleted
        """Messages being deleted. A press on one of them is answered with a new hand message."""

    async def resume(self) -> None:
        """Load the tokens stored before a restart, or raise ``StoreError``."""
        for hand in await self._app.delivery.hand_messages.reachable():
            expires_at = min(hand.expires_at, self._app.tables.desk.now() + TOKEN_LIFE)
            token = HandToken(hand.table_id, hand.message_id, hand.token, expires_at, None)
            self._put(hand.user_id, token)
            self._stored[Owner(hand.table_id, hand.user_id)] = token

    def promise(self, interaction: discord.Interaction[Any], table: ShownTable) -> None:
        """Keep the token of a press of a seated user in the lobby, to send the first hand unasked."""
        if not table.in_lobby or table.seat_of(interaction.user.id) is None:
            return
        self._put(interaction.user.id, self._new(interaction, table.id, None))

    def of(self, table_id: int, user_id: int) -> HandToken | None:
        """The newest token of a user at a table, or None; it may have expired."""
        return self._tokens.get(table_id, {}).get(user_id)

    def unexpired(self, table_id: int, user_id: int) -> HandToken | None:
        """The newest token of a user at a table that has not expired, or None."""
        token = self.of(table_id, user_id)
        return token if token is not None and token.expires_at > self._app.tables.desk.now() else None

    async def remember(self, interaction: discord.Interaction[Any], table_id: int, message_id: int) -> None:
        """Make a message, shown in answer to this press, the user's hand message."""
        await self.keep(interaction.user.id, self._new(interaction, table_id, message_id))

    async def keep(self, user_id: int, token: HandToken) -> None:
        """Keep and store a token, and delete the user's other hand message, unless it was pressed since."""
        old = self.of(token.table_id, user_id)
        self._put(user_id, token)
        await self._store(Owner(token.table_id, user_id), token)
        kept = {token.message_id, (self.of(token.table_id, user_id) or token).message_id}
        if old is not None and old.message_id not in kept:
            await self.delete(old)
        await self.delete_maybe_sent(token.table_id, user_id, but=token.token)

    async def renew_token(
        self, interaction: discord.Interaction[Any], hand_of: int | None = None
    ) -> int | None:
        """Renew the token of a hand message after its owner pressed it.

        ``hand_of``: the table id of a control that only hands have, to recognize a hand that was dropped.
        Returns the table id if the token had expired, so that the hand may be out of date; else None.
        """
        message, user_id = interaction.message, interaction.user.id
        if message is None or not answer_of(interaction).is_given:
            return None
        owner = self._owners.get(message.id)
        if owner is None:
            if hand_of is None or not message.flags.ephemeral or self.unexpired(hand_of, user_id) is not None:
                return None
            owner = Owner(hand_of, user_id)
        if owner.user_id != user_id:
            return None
        old = self.of(owner.table_id, user_id)
        if old is not None and old.token == interaction.token:
            return None  # the answer has just shown the hand
        was_in_reach = self.unexpired(owner.table_id, user_id) is not None
        renewed = self._new(interaction, owner.table_id, message.id)
        if old is None or old.expires_at + RENEW < renewed.expires_at:
            await self.keep(user_id, renewed)
        return None if was_in_reach else owner.table_id

    async def edit(self, token: HandToken, view: ui.LayoutView) -> None:
        """Edit the message of a token; raises one of ``TROUBLE`` if that failed, or may have."""
        assert token.message_id is not None
        message_id, webhook = token.message_id, self._webhook(token)
        await self._in_words_if_refused(view, lambda: webhook.edit_message(message_id, view=view))

    async def send(self, followup: discord.Webhook, view: ui.LayoutView) -> int:
        """Send a new private message; returns its id, or raises one of ``TROUBLE``."""
        message = await self._in_words_if_refused(
            view, lambda: followup.send(view=view, ephemeral=True, wait=True)
        )
        return message.id

    async def _in_words_if_refused(self, view: ui.LayoutView, send: Callable[[], Awaitable[T]]) -> T:
        return await in_words_if_refused(self._app.delivery.card_faces, view, send)

    async def delete(self, token: HandToken) -> None:
        """Delete the message of a token; without effect if the token has expired or Discord refuses."""
        if token.message_id is None or token.expires_at <= self._app.tables.desk.now():
            return
        self._being_deleted.add(token.message_id)
        try:
            await self._webhook(token).delete_message(token.message_id)
        except TROUBLE as error:
            log.info("an old hand could not be deleted (%s)", type(error).__name__)
        finally:
            self._being_deleted.discard(token.message_id)

    def give_up(self, user_id: int, token: HandToken) -> None:
        """Mark a token as expired: Discord refused an edit with it."""
        self._put(user_id, token._replace(expires_at=0))

    def note_maybe_sent(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Note an answer with a hand that may or may not have arrived."""
        self._maybe_sent[Owner(table_id, interaction.user.id)].append(interaction)

    async def delete_maybe_sent(self, table_id: int, user_id: int, but: str = "") -> None:
        """Delete the hands that may have arrived, except the one with the token ``but``."""
        for interaction in self._maybe_sent.pop(Owner(table_id, user_id), ()):
            if interaction.token == but:
                continue
            try:
                await answer_of(interaction).take_back()
            except TROUBLE as error:
                log.info("a hand that was perhaps sent is left (%s)", type(error).__name__)

    def forget_person(self, user_id: int) -> None:
        """Drop the tokens of a user who was forgotten."""
        for table_id in [table_id for table_id, people in self._tokens.items() if user_id in people]:
            self._drop(table_id, user_id)
        for known in (self._stored, self._maybe_sent):
            for owner in [owner for owner in known if owner.user_id == user_id]:
                del known[owner]

    def drop_expired(self) -> None:
        """Drop expired tokens."""
        now = self._app.tables.desk.now()
        tokens = [(user_id, token) for people in self._tokens.values() for user_id, token in people.items()]
        for user_id, token in tokens:
            if token.expires_at <= now:
                self._drop(token.table_id, user_id)
        for known in (self._stored, self._maybe_sent):
            for owner in [owner for owner in known if self.of(*owner) is None]:
                del known[owner]

    def _put(self, user_id: int, token: HandToken) -> None:
        """Make this the user's token at its table."""
        self._drop(token.table_id, user_id)
        self._tokens.setdefault(token.table_id, {})[user_id] = token
        if token.message_id is not None:
            self._owners[token.message_id] = Owner(token.table_id, user_id)

    def _drop(self, table_id: int, user_id: int) -> None:
        """Drop a user's token at a table."""
        people = self._tokens.get(table_id, {})
        token = people.pop(user_id, None)
        if token is None:
            return
        if not people:
            del self._tokens[table_id]
        if token.message_id is not None and self._owners.get(token.message_id) == Owner(table_id, user_id):
            del self._owners[token.message_id]

    def _new(self, interaction: discord.Interaction[Any], table_id: int, message_id: int | None) -> HandToken:
        """The token of a press, for a message."""
        expires_at = self._app.tables.desk.now() + TOKEN_LIFE
        return HandToken(table_id, message_id, interaction.token, expires_at, interaction.followup)

    async def _store(self, owner: Owner, token: HandToken) -> None:
        stored = self._stored.get(owner)
        if token.message_id is None:
            return
        if stored and stored.message_id == token.message_id and stored.expires_at + RENEW > token.expires_at:
            return
        try:
            await self._app.delivery.hand_messages.remember(
                *owner, message_id=token.message_id, token=token.token, expires_at=token.expires_at
            )
            self._stored[owner] = token
        except StoreError as error:
            log.warning("a hand will be out of reach after a restart: %s", error)

    def _webhook(self, token: HandToken) -> discord.Webhook:
        application_id = self._bot.application_id
        assert application_id is not None
        return discord.Webhook.partial(application_id, token.token, client=self._bot)
