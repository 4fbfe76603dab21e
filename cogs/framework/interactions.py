"""From a Discord interaction to the user, the channel, the table, the hand and the decision it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import discord
from discord import ui
from discord.utils import DISCORD_EPOCH

from bot.common.errors import NotSeated, Refused, StoreError
from bot.common.text import clean, escaped, kept_name
from bot.table.desk.shown import ShownHand, ShownSeat, ShownTable
from bot.table.lobby.before_match import NAME_LIMIT, LobbyChange, Person
from cogs.framework.showing import Showing
from cogs.ui.controls import Control
from cogs.ui.items import Interaction
from cogs.ui.news import said
from cogs.ui.side_messages import Occasion
from cogs.ui.words import safe_name
from rules.core.actions import Action, parse_action
from rules.core.decisions import Decision
from rules.core.protocol import IllegalAction

if TYPE_CHECKING:
    from bot.client import RookeryBot


def screens(interaction: Interaction) -> Showing:
    """The objects that show hands, tables, votes and boards for the bot of an interaction."""
    return screens_of(interaction.client)


def screens_of(bot: RookeryBot) -> Showing:
    """The objects that show hands, tables, votes and boards for a bot."""
    return cast("Showing", bot.screens)


async def show_privately(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer with a side message: a private message that replaces the user's previous side message."""
    await screens(interaction).side.show(interaction, view)


async def show_panel_at(interaction: Interaction, table: ShownTable, view: ui.LayoutView) -> None:
    """Answer with a side message about a table, deleted when the table's match begins or ends."""
    await screens(interaction).side.show(interaction, view, Occasion(table.id, table.in_lobby))


def is_private(interaction: Interaction) -> bool:
    """Whether the pressed message is private to its user. A forged control can be on any message."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def channel_of(interaction: Interaction) -> int:
    """The id of the channel an interaction came from; raises ``Refused`` if it came from none."""
    if interaction.channel_id is None:
        raise Refused("Open tables in a server's channel.")
    return interaction.channel_id


def guild_of(interaction: Interaction) -> int:
    """The id of the server an interaction came from; raises ``Refused`` for a direct message."""
    if interaction.guild_id is None:
        raise Refused("Tables and scores belong to a server. Use this in a channel there.")
    return interaction.guild_id


def person_of(interaction: Interaction) -> Person:
    """The user of an interaction, by id and display name."""
    return Person(interaction.user.id, called(interaction.user))


def called(user: discord.User | discord.Member) -> str:
    """A user's display name in this server, cleaned; the account's name if nothing of it can be shown."""
    return kept_name(clean(user.display_name, NAME_LIMIT) or user.name, NAME_LIMIT)


async def table_at(interaction: Interaction, control: Control | None = None) -> ShownTable:
    """The open table of the channel, in its lobby or match, with card faces as the user chose.

    With ``control``, only the table the control was drawn for. Raises ``NoTable`` if there is none, and
    ``TableOver`` if the control belongs to another table.
    """
    app, table_id = interaction.client.app, None if control is None else control.table_id
    table = await app.tables.reading.shown(channel_of(interaction), table_id)
    return app.people.settings.seen_by(interaction.user.id, table)


def seat_at(table: ShownTable, player: discord.User | discord.Member) -> ShownSeat:
    """The seat at a table of a user who is named in a command; raises ``Refused`` if they have none."""
    seat = table.seat_of(player.id)
    if seat is None:
        raise Refused(f"{safe_name(called(player))} isn't at this table. Choose one of its players.")
    return seat


def own_seat(interaction: Interaction, table: ShownTable) -> ShownSeat:
    """The seat at a table of the interaction's user; raises ``NotSeated`` if they have none."""
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise NotSeated
    return seat


async def hand_of(interaction: Interaction) -> ShownHand | None:
    """The user's hand in the channel's match; None if they play in none, or it cannot be read now."""
    try:
        return await interaction.client.app.tables.reading.hand(channel_of(interaction), interaction.user.id)
    except (Refused, StoreError):
        return None


async def decision_of(interaction: Interaction) -> Decision | None:
    """The decision the user is asked for now; None if they are not asked, or it cannot be read now."""
    hand = await hand_of(interaction)
    return hand.view.decision if hand else None


async def asked(interaction: Interaction, control: Control) -> ShownHand:
    """The user's hand, if they are still asked for the decision a control was drawn for.

    Raises ``Refused`` if the control is stale or of another table, or another player is asked.
    """
    return await interaction.client.app.tables.reading.question(
        channel_of(interaction), interaction.user.id, control.table_id, control.revision
    )


async def answer_with(interaction: Interaction, action: Action, control: Control | None = None) -> ShownHand:
    """Apply an action of the user to the channel's table; returns the user's hand afterwards.

    Raises ``Refused`` if not seated, not asked, not allowed by the rules, or if ``control`` is stale.
    """
    try:
        return await interaction.client.app.tables.play.act(
            channel_of(interaction),
            interaction.user.id,
            action,
            table_id=control.table_id if control else None,
            revision=control.revision if control else None,
            stamp=(interaction.id >> 22) + DISCORD_EPOCH,  # when Discord received it, in milliseconds
        )
    except IllegalAction as refusal:
        raise Refused(said(await table_at(interaction), str(refusal))) from None


async def answer_pressed(interaction: Interaction, control: Control) -> tuple[ShownHand, Action]:
    """Apply the action a control carries; returns the user's hand afterwards, and the action.

    Raises ``Refused`` if the control carries no action, or as ``answer_with``.
    """
    action = parse(control.argument)
    return await answer_with(interaction, action, control), action


async def change_pressed(
    interaction: Interaction, control: Control, change: LobbyChange, *, is_current: bool = True
) -> ShownTable:
    """Change the lobby a control was drawn for; with ``is_current``, only at the control's revision.

    Raises ``Refused`` if the control is stale or of another table, or the change is not possible.
    """
    return await interaction.client.app.tables.lobbies.change_lobby(
        channel_of(interaction),
        change,
        table_id=control.table_id,
        revision=control.revision if is_current else None,
    )


def parse(text: str) -> Action:
    """Read an action from its line of text, or raise ``Refused``, which says what is wrong with the text."""
    try:
        return parse_action(text)
    except ValueError as error:
        raise Refused(escaped(str(error))) from None  # it may quote what was typed


def number_in(control: Control) -> int:
    """The number in a control's argument, such as a seat, a page or a user id, or raise ``Refused``."""
    return _number(control.argument)


def number_chosen(values: Sequence[str], digits: int) -> int:
    """The number chosen in a menu or typed first into a form, cut to ``digits``, or raise ``Refused``."""
    return _number("".join(values[:1])[:digits])


def reason_typed(values: Sequence[str]) -> str:
    """The reason typed for a ruling: the last field of its form; raises ``Refused`` if that is empty."""
    reason = values[-1].strip() if values else ""
    if not reason:
        raise Refused("Give a reason. Everyone can read it.")
    return reason


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Refused("That isn't one of the choices.")
    return int(text)
