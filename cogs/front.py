"""The front desk: where presses arrive and from where tables, hands and nudges are shown."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refused, Stale, StoreError
from bot.play.lobby import Person
from bot.play.shown import ShownSeat, ShownTable, Update
from bot.services.house_rules import HouseRules
from cogs.replies import answer_error
from cogs.ui.controls import MODAL_TEMPLATE, Control, is_control
from cogs.ui.deal_panel import ending
from cogs.ui.hands import Hands
from cogs.ui.items import TROUBLE, Handler, Interaction, TableButton, TableSelect
from cogs.ui.modals import typed_values
from cogs.ui.nudges import Nudges
from cogs.ui.table_messages import TableMessages
from rules.core.decisions import Seat
from rules.core.events import DealStarted
from rules.core.views import TableView

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

IN_HANDS: Final = ("do", "sure", "pick", "lay", "group", "otherbid", "bid")
"""Verbs of the controls in a private hand."""
NO_SUCH_BUTTON: Final = "That button is out of date. `/rook table` shows the table."


class _Shown(NamedTuple):
    """What hands were last drawn from: who is asked, and what lies on the table."""

    asked: frozenset[Seat]
    view: TableView | None

    @classmethod
    def of(cls, table: ShownTable) -> Self:
        """As a table now is; who has answered a question and who has not changes nothing for the others."""
        view = table.view and table.view._replace(asked=())
        return cls(frozenset(table.waiting_for), view)


NOTHING_SHOWN: Final = _Shown(frozenset(), None)


class Front(commands.Cog):
    """Listens to the manager, shows what has changed, and gives every press to its handler."""

    def __init__(self, bot: RookeryBot) -> None:
        self.bot = bot
        self.manager = bot.app.manager
        self.turns = bot.app.turns
        self.messages = TableMessages(bot, self._on_repost)
        self.house_rules = HouseRules(bot.app.manager.store)
        self.hands = Hands(bot)
        self.nudges = Nudges(bot)
        self.rook = app_commands.Group(name="rook", description="Play Rook in this channel", guild_only=True)
        self.admin = app_commands.Group(
            name="rook-admin",
            description="Manage Rook tables",
            guild_only=True,
            default_permissions=discord.Permissions(manage_guild=True),
        )
        self._handlers: dict[str, Handler] = {}
        self._shown: dict[int, _Shown] = {}
        self._stop_listening: list[Callable[[], None]] = []

    async def cog_load(self) -> None:
        """Register the controls, begin to listen, and show what has happened meanwhile."""
        self.bot.presses = self
        self.bot.add_dynamic_items(TableButton, TableSelect)
        self.bot.tree.add_command(self.rook)
        self.bot.tree.add_command(self.admin)
        self.bot.tree.on_error = _on_command_error  # type: ignore[method-assign]
        await self.hands.resume()
        self._stop_listening = [
            self.manager.listen(self._on_update),
            self.turns.on_reminder(self.nudges.remind),
        ]
        self._show_every_match()

    async def cog_unload(self) -> None:
        """Stop listening and finish what is under way."""
        for stop in self._stop_listening:
            stop()
        await self.messages.close()
        await self.hands.close()
        await self.nudges.close()
        self.bot.remove_dynamic_items(TableButton, TableSelect)

    def _show_every_match(self) -> None:
        """Bring every match up to date: it may have gone on while nothing could be shown."""
        for table in self.manager.tables:
            shown = self.manager.shown(table.record.channel_id)
            if shown.is_playing:
                self.messages.show(shown.channel_id)

    def on_press(self, verb: str, handler: Handler) -> None:
        """Have presses of a verb handled."""
        self._handlers[verb] = handler

    async def pressed(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Handle a press; whatever goes wrong becomes a private sentence."""
        try:
            handler = self._handlers.get(control.verb)
            if handler is None:
                raise Refused(NO_SUCH_BUTTON)
            await handler(interaction, control, values)
        except Exception as error:  # noqa: BLE001  (the last stop before discord.py's log)
            if isinstance(error, Stale):
                await self._show_again(interaction, control)
            await answer_error(interaction, error)

    def table_at(self, interaction: Interaction, control: Control | None = None) -> ShownTable:
        """The open table of a channel; with a control, only the one it was drawn for.

        Raises:
            NoTable: there is none.
            TableOver: the control belongs to another table.
        """
        table = self.manager.shown(channel_of(interaction))
        if control is not None:
            self.manager.check(table.channel_id, control.table_id)
        return table

    def _on_update(self, update: Update) -> None:
        table = update.table
        new_deal = next((event.deal for event in update.events if isinstance(event, DealStarted)), None)
        self.messages.show(table.channel_id, repost=(new_deal or 1) > 1, told=ending(update.events))
        self.nudges.follow(update)
        if not table.is_playing:
            self.hands.drop_expired()
        shown, before = _Shown.of(table), self._shown.pop(table.id, NOTHING_SHOWN)
        if not table.is_playing or new_deal:
            changed = frozenset(range(len(table.seats)))
        elif update.events or shown.view != before.view:
            changed = shown.asked | before.asked
        else:
            changed = shown.asked ^ before.asked  # others go on answering the same question
        if table.is_playing:
            self._shown[table.id] = shown
        self.hands.refresh(table, _people([table.seats[seat] for seat in sorted(changed)]))

    def _on_repost(self, table: ShownTable) -> None:
        self.hands.refresh(table, _people(table.seats), anew=True)

    async def _show_again(self, interaction: Interaction, control: Control) -> None:
        """Bring up to date what an outdated press came from."""
        try:
            table = self.table_at(interaction, control)
            if control.verb in IN_HANDS and self.hands.may_redraw(interaction, table):
                with self.hands.answering(interaction):
                    await self.hands.redraw(interaction, table)
            else:
                self.messages.show(table.channel_id)
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
        for table in self.manager.tables:
            if table.record.guild_id == guild.id:
                await self._close_table(table.record.channel_id)

    async def _close_table(self, channel_id: int) -> None:
        try:
            await self.manager.close_table(channel_id)
        except Refused:
            return
        except StoreError as error:
            log.error("the table of a channel that is gone could not be closed: %s", error)


def _people(seats: Iterable[ShownSeat]) -> list[int]:
    """Those who answer for a seat themselves."""
    return [seat.user_id for seat in seats if seat.user_id is not None and not seat.computer]


def front(interaction: Interaction) -> Front:
    """The front desk of the bot an interaction came to."""
    return front_of(interaction.client)


def front_of(bot: RookeryBot) -> Front:
    """The front desk of a bot."""
    cog = bot.get_cog(Front.__name__)
    assert cog is not None
    return cast("Front", cog)  # each bot loads this module anew, so its class may be another by now


def channel_of(interaction: Interaction) -> int:
    """The channel an interaction came from.

    Raises:
        Refused: it came from none.
    """
    if interaction.channel_id is None:
        raise Refused("Open tables in a server's channel.")
    return interaction.channel_id


def guild_of(interaction: Interaction) -> int:
    """The server an interaction came from.

    Raises:
        Refused: it came from none.
    """
    if interaction.guild_id is None:
        raise Refused("Tables and scores belong to a server. Use this in a channel there.")
    return interaction.guild_id


def person_of(interaction: Interaction) -> Person:
    """Who pressed or typed."""
    return Person(interaction.user.id, interaction.user.display_name)


async def _on_command_error(
    interaction: discord.Interaction[Any], error: app_commands.AppCommandError
) -> None:
    await answer_error(interaction, error)


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(Front(bot))
