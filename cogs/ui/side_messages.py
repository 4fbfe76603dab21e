"""Side messages: one private message for each user in a channel, which shows their look-ups and panels.

A look-up from a private message that is no hand replaces that message. From anywhere else it comes as a new
message at the bottom, and the one before is deleted. Panels of a lobby are deleted when the match starts,
panels of a match when it ends. After fifteen minutes (Discord's limit), or a restart, a side message can't be
deleted and stays until it is pressed.

A sentence, such as a refusal, has a message of its own, so that it takes no panel's place. The next sentence
or look-up deletes it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Container
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord
from discord import ui

from bot.common.background import Background
from cogs.ui.answers import answer_of
from cogs.ui.hand_tokens import TOKEN_LIFE
from cogs.ui.items import TROUBLE
from cogs.ui.renderings import Renderings

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


class Occasion(NamedTuple):
    """The time a panel is valid for: the lobby of a table, or its match."""

    table_id: int
    in_lobby: bool


class _Side(NamedTuple):
    """A user's side message, and the webhook that deletes it."""

    message_id: int
    interaction_id: int
    """The interaction it was last shown for."""
    followup: discord.Webhook
    expires_at: float
    occasion: Occasion | None
    """When it is valid; None for look-ups, which are valid at any time."""

    def __repr__(self) -> str:
        return f"<side message {self.message_id}>"


class SideMessages:
    """Sends each user one private side message in each channel; a new one replaces the old."""

    def __init__(self, bot: RookeryBot, renderings: Renderings, hands: Container[int]) -> None:
        """``hands``: ids of hand messages, which are never replaced or deleted."""
        self._renderings: Final = renderings
        self._now: Final = bot.app.tables.desk.now
        self._hands: Final = hands
        self._shown: dict[tuple[int, int], _Side] = {}
        self._told: dict[tuple[int, int], _Side] = {}
        """The last sentence told to each user in a channel."""
        self._pending: dict[int, Occasion] = {}
        """By interaction id: the occasions of answers under way, until they are over."""
        self._deletions = Background()

    async def show(
        self, interaction: discord.Interaction[Any], view: ui.LayoutView, occasion: Occasion | None = None
    ) -> None:
        """Answer with a side message; delete the one before now, and this one when ``occasion`` is over."""
        if occasion is not None:
            self._pending[interaction.id] = occasion
        try:
            message_id = await self._answer(interaction, view)
        finally:
            is_over = self._pending.pop(interaction.id, None) != occasion
        before = self._keep(interaction, message_id, occasion)
        if before is not None and before.message_id != message_id and before.message_id not in self._hands:
            self._delete_later(before)
        self._delete_told(interaction)
        if occasion is not None and is_over:
            self._end(occasion)

    async def tell(self, interaction: discord.Interaction[Any], view: ui.LayoutView) -> None:
        """Answer with a sentence in a private message; delete the sentence before."""
        message_id = await answer_of(interaction).send(view)
        self._delete_told(interaction)
        self._told[_key(interaction)] = self._side(interaction, message_id, None)

    async def _answer(self, interaction: discord.Interaction[Any], view: ui.LayoutView) -> int:
        """Answer in the pressed side message, else in a new one; returns its id."""
        message = interaction.message
        if message is not None and message.flags.ephemeral and message.id not in self._hands:
            return await self._renderings.show(interaction, view, keeps_files=False)
        return await answer_of(interaction).send(view)

    def shows(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether the side message still shows the answer to this interaction."""
        side = self._shown.get(_key(interaction))
        return side is not None and side.interaction_id == interaction.id

    async def complete(
        self, interaction: discord.Interaction[Any], edit: Callable[[], Awaitable[None]]
    ) -> None:
        """Call ``edit`` in turn, if the side message still shows the answer to this interaction."""
        side = self._shown.get(_key(interaction))
        if side is None:
            return

        async def edit_if_shown() -> None:
            if self.shows(interaction):
                await edit()

        await self._renderings.take_turn(side.message_id, edit_if_shown)

    def end_lobby(self, table_id: int) -> None:
        """Delete the panels of a table's lobby: the match has started."""
        self._end(Occasion(table_id, in_lobby=True))

    def end_table(self, table_id: int) -> None:
        """Delete the panels of a table's lobby and match: the table is over."""
        self._end(Occasion(table_id, in_lobby=True))
        self._end(Occasion(table_id, in_lobby=False))

    def _end(self, occasion: Occasion) -> None:
        self._pending = {number: one for number, one in self._pending.items() if one != occasion}
        for key, side in [(key, side) for key, side in self._shown.items() if side.occasion == occasion]:
            del self._shown[key]
            self._delete_later(side)

    async def delete_pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Accept a press on a side message that is no longer valid, and delete that message."""
        message = interaction.message
        if message is not None and message.flags.ephemeral and message.id not in self._hands:
            await answer_of(interaction).accept()
            await _delete(interaction.followup, message.id)

    def forget_person(self, user_id: int) -> None:
        """Drop the side messages of a user who was forgotten."""
        self._shown = {key: side for key, side in self._shown.items() if key[1] != user_id}
        self._told = {key: side for key, side in self._told.items() if key[1] != user_id}

    async def close(self, seconds: float) -> None:
        """Finish the deletions under way within some seconds."""
        await self._deletions.finish(seconds)

    def _keep(
        self, interaction: discord.Interaction[Any], message_id: int, occasion: Occasion | None
    ) -> _Side | None:
        """Keep a message as the user's side message; returns the one before if it can still be deleted."""
        now, key = self._now(), _key(interaction)
        self._shown = {of: side for of, side in self._shown.items() if side.expires_at > now}
        before = self._shown.get(key)
        if before is not None and before.message_id == message_id and before.interaction_id > interaction.id:
            return None  # a later press has been answered there
        self._shown[key] = self._side(interaction, message_id, occasion)
        return before

    def _side(
        self, interaction: discord.Interaction[Any], message_id: int, occasion: Occasion | None
    ) -> _Side:
        expires_at = self._now() + TOKEN_LIFE
        return _Side(message_id, interaction.id, interaction.followup, expires_at, occasion)

    def _delete_told(self, interaction: discord.Interaction[Any]) -> None:
        now = self._now()
        told = self._told.pop(_key(interaction), None)
        self._told = {of: side for of, side in self._told.items() if side.expires_at > now}
        if told is not None:
            self._delete_later(told)

    def _delete_later(self, side: _Side) -> None:
        """Delete a message in the background, if its token has not expired."""
        if side.expires_at > self._now():
            self._deletions.begin(_delete(side.followup, side.message_id))


def _key(interaction: discord.Interaction[Any]) -> tuple[int, int]:
    return interaction.channel_id or 0, interaction.user.id


async def _delete(followup: discord.Webhook, message_id: int) -> None:
    try:
        await followup.delete_message(message_id)
    except TROUBLE as error:
        log.info("a side message could not be deleted (%s)", type(error).__name__)
