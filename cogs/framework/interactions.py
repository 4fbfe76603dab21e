"""What an interaction says, and the ways from it to a table: who presses or types, where, what is asked."""

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
    """What shows the tables of the bot an interaction came to."""
    return screens_of(interaction.client)


def screens_of(bot: RookeryBot) -> Showing:
    """What shows the tables of a bot."""
    return cast("Showing", bot.screens)


def show_with(bot: RookeryBot, screens: Showing) -> None:
    """Have handlers find what shows the tables of a bot."""
    bot.screens = screens


async def show_aside(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer with what was looked up, in place of what was looked up before."""
    await screens(interaction).side.show(interaction, view)


async def show_beside(interaction: Interaction, table: ShownTable, view: ui.LayoutView) -> None:
    """The same with what is to be done at a table: it goes when the match begins, or is over."""
    await screens(interaction).side.show(interaction, view, Occasion(table.id, table.in_lobby))


def is_private(interaction: Interaction) -> bool:
    """Whether what was pressed is its user's alone to see; a forged control may stand anywhere."""
    return interaction.message is not None and interaction.message.flags.ephemeral


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
    return Person(interaction.user.id, called(interaction.user))


def called(user: discord.User | discord.Member) -> str:
    """What somebody is called here; by the name of their account if nothing of the other can be shown."""
    return kept_name(clean(user.display_name, NAME_LIMIT) or user.name, NAME_LIMIT)


async def table_at(interaction: Interaction, control: Control | None = None) -> ShownTable:
    """The open table of a channel; with a control, only the one it was drawn for.

    Raises:
        NoTable: there is none.
        TableOver: the control belongs to another table.
    """
    app, table_id = interaction.client.app, None if control is None else control.table_id
    table = await app.tables.reading.shown(channel_of(interaction), table_id)
    return app.people.settings.seen_by(interaction.user.id, table)


def seat_at(table: ShownTable, player: discord.User | discord.Member) -> ShownSeat:
    """The seat of somebody who is named in a command.

    Raises:
        Refused: they have none.
    """
    seat = table.seat_of(player.id)
    if seat is None:
        raise Refused(f"{safe_name(called(player))} isn't at this table.")
    return seat


def own_seat(interaction: Interaction, table: ShownTable) -> ShownSeat:
    """The seat of whoever presses or types.

    Raises:
        NotSeated: they have none.
    """
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise NotSeated
    return seat


async def hand_of(interaction: Interaction) -> ShownHand | None:
    """What the person who types sees; None for anybody who does not sit in a match, or cannot be told now."""
    try:
        return await interaction.client.app.tables.reading.hand(channel_of(interaction), interaction.user.id)
    except (Refused, StoreError):
        return None


async def decision_of(interaction: Interaction) -> Decision | None:
    """What the person is asked now; None for anybody who is not."""
    hand = await hand_of(interaction)
    return hand.view.decision if hand else None


async def asked(interaction: Interaction, control: Control) -> ShownHand:
    """What a person sees who is asked what a control was drawn for.

    Raises:
        Refused: it is another table's, an old one, or somebody else is asked.
    """
    return await interaction.client.app.tables.reading.question(
        channel_of(interaction), interaction.user.id, control.table_id, control.revision
    )


def stamp_of(interaction: Interaction) -> int:
    """When Discord took a press or command, in milliseconds since the epoch: its id says so."""
    return (interaction.id >> 22) + DISCORD_EPOCH


async def answer_with(interaction: Interaction, action: Action, control: Control | None = None) -> ShownHand:
    """Answer the question asked of whoever pressed or typed; with a control, only the one it belongs to.

    Raises:
        Refused: not seated, not asked, too late, or the rules do not allow it.
    """
    try:
        return await interaction.client.app.tables.play.act(
            channel_of(interaction),
            interaction.user.id,
            action,
            table_id=control.table_id if control else None,
            revision=control.revision if control else None,
            stamp=stamp_of(interaction),
        )
    except IllegalAction as refusal:
        raise Refused(said(await table_at(interaction), str(refusal))) from None


async def answer_pressed(interaction: Interaction, control: Control) -> tuple[ShownHand, Action]:
    """Answer with the action a control carries.

    Raises:
        Refused: it is none, or as ``answer_with``.
    """
    action = parse(control.argument)
    return await answer_with(interaction, action, control), action


async def act(interaction: Interaction, action: Action) -> None:
    """Answer by command and show the hand that is left."""
    hands = screens(interaction).hands
    with hands.answering(interaction):
        await hands.confirm(interaction, await answer_with(interaction, action), action)


async def change_pressed(
    interaction: Interaction, control: Control, change: LobbyChange, *, is_current: bool = True
) -> ShownTable:
    """Change the lobby a control was drawn for; with ``is_current``, only as it was drawn.

    Raises:
        Refused: it is another table's, an old one, or the change is not possible.
    """
    return await interaction.client.app.tables.lobbies.change_lobby(
        channel_of(interaction),
        change,
        table_id=control.table_id,
        revision=control.revision if is_current else None,
    )


def parse(text: str) -> Action:
    """Read an action.

    Raises:
        Refused: it is none; the sentence says what is wrong with it.
    """
    try:
        return parse_action(text)
    except ValueError as error:
        raise Refused(escaped(str(error))) from None  # it may quote what was typed


def number_in(control: Control) -> int:
    """The number a button carries: of a seat, or of a person.

    Raises:
        Refused: it carries none.
    """
    return _number(control.argument)


def number_chosen(values: Sequence[str], digits: int) -> int:
    """The number that was chosen in a menu or a form, of so many digits at most.

    Raises:
        Refused: it is none.
    """
    return _number("".join(values[:1])[:digits])


def reason_typed(values: Sequence[str]) -> str:
    """The reason somebody typed for a ruling, which comes last in its form.

    Raises:
        Refused: there is none.
    """
    reason = values[-1].strip() if values else ""
    if not reason:
        raise Refused("Give a reason. Everyone can read it.")
    return reason


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Refused("That isn't one of the choices.")
    return int(text)
