"""What somebody looks up at a table is shown to them alone, in one message beside it."""

from __future__ import annotations

from functools import partial

from discord import ui

from bot.delivery.pictures import Picture
from bot.table.desk.shown import ShownTable
from cogs.framework.interactions import screens
from cogs.framework.replies import complete_answer
from cogs.ui.items import Interaction
from cogs.ui.side_messages import Occasion


async def complete_aside(
    interaction: Interaction, view: ui.LayoutView, picture: Picture | None = None
) -> None:
    """Put what took its time into what was looked up, unless something else has been looked up since."""
    await screens(interaction).side.complete(
        interaction, partial(complete_answer, interaction, view, picture)
    )


async def show_aside(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer with what was looked up, in place of what was looked up before."""
    await screens(interaction).side.show(interaction, view)


async def show_beside(interaction: Interaction, table: ShownTable, view: ui.LayoutView) -> None:
    """The same with what is to be done at a table: it goes when the match begins, or is over."""
    await screens(interaction).side.show(interaction, view, Occasion(table.id, table.in_lobby))
