"""The front desk: where presses and what is typed arrive, and from where tables are shown."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refused, Stale, StoreError
from cogs.interactions import table_at
from cogs.replies import answer_error
from cogs.ui.controls import IN_HANDS, MODAL_TEMPLATE, Control, is_control
from cogs.ui.items import TROUBLE, Handler, Interaction, TableButton, TableSelect
from cogs.ui.modals import typed_values
from cogs.ui.screens import Screens

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

NO_SUCH_BUTTON: Final = "That button is out of date. `/rook table` shows the table."


class Front(commands.Cog):
    """Has tables shown as they change, and gives every press to its handler."""

    def __init__(self, bot: RookeryBot) -> None:
        self.screens: Final = Screens(bot)
        self._bot = bot
        self._tables = bot.app.tables
        self._stop_listening: list[Callable[[], None]] = []

    async def cog_load(self) -> None:
        """Register the controls, begin to listen, and show what has happened meanwhile."""
        self._bot.front = self
        self._bot.add_dynamic_items(TableButton, TableSelect)
        self._bot.tree.on_error = _on_command_error  # type: ignore[method-assign]
        await self.screens.hands.resume()
        self._stop_listening = [
            self._tables.listen(self.screens.follow),
            self._bot.app.turns.on_reminder(self.screens.nudges.remind),
        ]
        for table in self._tables.all_shown():
            self.screens.messages.show(table.channel_id)  # it may have changed and never been shown

    async def cog_unload(self) -> None:
        """Stop listening and finish what is under way."""
        for stop in self._stop_listening:
            stop()
        await self.screens.close()
        self._bot.remove_dynamic_items(TableButton, TableSelect)

    async def pressed(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Handle a press; whatever goes wrong becomes a private sentence."""
        try:
            handler: Handler | None = self._bot.handlers.get(control.verb)
            if handler is None:
                raise Refused(NO_SUCH_BUTTON)
            with self.screens.hands.answering(interaction):
                await handler(interaction, control, values)
        except Exception as error:  # noqa: BLE001  (the last stop before discord.py's log)
            if isinstance(error, Stale):
                await self._show_again(interaction, control)
            await answer_error(interaction, error)

    async def _show_again(self, interaction: Interaction, control: Control) -> None:
        """Bring up to date what an outdated press came from."""
        hands = self.screens.hands
        try:
            table = table_at(interaction, control)
            if control.verb in IN_HANDS and hands.may_redraw(interaction, table):
                with hands.answering(interaction):
                    await hands.redraw(interaction, self._tables.hand(table.channel_id, interaction.user.id))
            else:
                self.screens.messages.show(table.channel_id)
        except (Refused, *TROUBLE):
            return

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Take what is typed into modals, and answer presses of what no version of the bot can read."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            submitted = re.fullmatch(MODAL_TEMPLATE, custom_id)
            if submitted is not None:
                await self.pressed(interaction, Control.from_match(submitted), typed_values(interaction))
                return
        elif interaction.type is not discord.InteractionType.component or is_control(custom_id):
            return
        await answer_error(interaction, Refused(NO_SUCH_BUTTON))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a channel that is gone."""
        await self._close_table(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that is gone."""
        await self._close_table(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that has removed the bot: no clock and no computer plays on there."""
        for table in self._tables.all_shown():
            if table.guild_id == guild.id:
                await self._close_table(table.channel_id)

    async def _close_table(self, channel_id: int) -> None:
        try:
            await self._tables.close_table(channel_id)
        except Refused:
            return
        except StoreError as error:
            log.error("the table of a channel that is gone could not be closed: %s", error)


async def _on_command_error(
    interaction: discord.Interaction[Any], error: app_commands.AppCommandError
) -> None:
    await answer_error(interaction, error)


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(Front(bot))
