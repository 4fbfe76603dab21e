"""What somebody looks up at a table is shown to them alone, in one message beside it."""

from __future__ import annotations

from discord import ui

from bot.play.shown import ShownTable
from cogs.interactions import screens
from cogs.ui.items import Interaction
from cogs.ui.more_panel import more_panel
from cogs.ui.side_messages import Occasion


def is_still_shown(interaction: Interaction) -> bool:
    """Whether what this interaction was answered with has not been replaced by what was looked up since."""
    return screens(interaction).side.shows(interaction)


async def show_aside(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer with what was looked up, in place of what was looked up before."""
    await screens(interaction).side.show(interaction, view)


async def show_beside(interaction: Interaction, table: ShownTable, view: ui.LayoutView) -> None:
    """The same with what is to be done at a table: it goes when the match begins, or is over."""
    await screens(interaction).side.show(interaction, view, Occasion(table.id, table.in_lobby))


async def more_of(interaction: Interaction, table: ShownTable) -> ui.LayoutView:
    """What *More* has for whoever presses."""
    user_id, tables = interaction.user.id, interaction.client.app.tables
    decides = table.in_lobby and await tables.decides(table.channel_id, user_id)
    return more_panel(table, table.seat_of(user_id), decides=decides)
