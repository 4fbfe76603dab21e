"""One private message beside the table for each person: what they look up stands in it by turns.

A look-up from a private message that is no hand is shown in its place. From anywhere else it comes as a new
message, under what the person has just pressed, and the one before goes. What is to be done before a match
goes when that begins, what is to be done in it when it is over. After fifteen minutes Discord lets no one
take a private message away, and a restart forgets which one it was: then that one stays until it is pressed.
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
    """What something serves for: a table before its match, or in it."""

    table_id: int
    in_lobby: bool


class _Side(NamedTuple):
    """A message, and how it is taken away."""

    message_id: int
    interaction_id: int
    """What it was last shown for."""
    followup: discord.Webhook
    expires_at: float
    occasion: Occasion | None
    """What it serves for; None for what may be looked up at any time."""

    def __repr__(self) -> str:
        return f"<side message {self.message_id}>"


class SideMessages:
    """The side message of every person, by channel."""

    def __init__(self, bot: RookeryBot, renderings: Renderings, hands: Container[int]) -> None:
        """``hands`` are the messages with hands, by number; they stay."""
        self._renderings: Final = renderings
        self._now: Final = bot.app.tables.desk.now
        self._hands: Final = hands
        self._shown: dict[tuple[int, int], _Side] = {}
        self._coming: dict[int, Occasion] = {}
        """What answers on their way serve for, by interaction, for as long as that is not over."""
        self._going = Background()

    async def show(
        self, interaction: discord.Interaction[Any], view: ui.LayoutView, occasion: Occasion | None = None
    ) -> None:
        """Answer with the side message; one that serves for something goes with that."""
        if occasion is not None:
            self._coming[interaction.id] = occasion
        try:
            message_id = await self._answer(interaction, view)
        finally:
            is_over = self._coming.pop(interaction.id, None) != occasion
        before = self._keep(interaction, message_id, occasion)
        if before is not None and before.message_id != message_id and before.message_id not in self._hands:
            self._going.begin(_take_away(before.followup, before.message_id))
        if occasion is not None and is_over:
            self._end(occasion)

    async def _answer(self, interaction: discord.Interaction[Any], view: ui.LayoutView) -> int:
        """Answer in the pressed message or a new one; returns its id."""
        message = interaction.message
        if message is not None and message.flags.ephemeral and message.id not in self._hands:
            return await self._renderings.show(interaction, view, keeps_files=False)
        return await answer_of(interaction).send(view)

    def shows(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether the side message still stands as this interaction was answered with it."""
        side = self._shown.get((interaction.channel_id or 0, interaction.user.id))
        return side is not None and side.interaction_id == interaction.id

    async def complete(
        self, interaction: discord.Interaction[Any], edit: Callable[[], Awaitable[None]]
    ) -> None:
        """Edit the side message that this interaction was answered with, if it still stands so."""
        side = self._shown.get((interaction.channel_id or 0, interaction.user.id))
        if side is None:
            return

        async def edit_if_shown() -> None:
            if self.shows(interaction):
                await edit()

        await self._renderings.drawn(side.message_id, edit_if_shown)

    def end_lobby(self, table_id: int) -> None:
        """Take away what was to be done before a match: it has begun."""
        self._end(Occasion(table_id, in_lobby=True))

    def end_table(self, table_id: int) -> None:
        """Take away what was to be done at a table: it is over."""
        self._end(Occasion(table_id, in_lobby=True))
        self._end(Occasion(table_id, in_lobby=False))

    def _end(self, occasion: Occasion) -> None:
        self._coming = {number: one for number, one in self._coming.items() if one != occasion}
        for key, side in [(key, side) for key, side in self._shown.items() if side.occasion == occasion]:
            del self._shown[key]
            if side.expires_at > self._now():
                self._going.begin(_take_away(side.followup, side.message_id))

    async def take_away_pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Take away the side message that was pressed: it serves no more."""
        message = interaction.message
        if message is not None and message.flags.ephemeral and message.id not in self._hands:
            await answer_of(interaction).accept()
            await _take_away(interaction.followup, message.id)

    def forget_person(self, user_id: int) -> None:
        """Let go of the messages of a person."""
        self._shown = {key: side for key, side in self._shown.items() if key[1] != user_id}

    async def close(self) -> None:
        """Finish what is under way."""
        await self._going.finish()

    def _keep(
        self, interaction: discord.Interaction[Any], message_id: int, occasion: Occasion | None
    ) -> _Side | None:
        """Know of this message from now on; returns the one before, if it can still be taken away."""
        now, key = self._now(), (interaction.channel_id or 0, interaction.user.id)
        self._shown = {of: side for of, side in self._shown.items() if side.expires_at > now}
        before = self._shown.get(key)
        if before is not None and before.message_id == message_id and before.interaction_id > interaction.id:
            return None  # a later press has been answered there
        self._shown[key] = _Side(message_id, interaction.id, interaction.followup, now + TOKEN_LIFE, occasion)
        return before


async def _take_away(followup: discord.Webhook, message_id: int) -> None:
    try:
        await followup.delete_message(message_id)
    except TROUBLE as error:
        log.info("a side message could not be deleted (%s)", type(error).__name__)
