"""What somebody looks up at a table is shown to them alone, in one message beside it."""

from __future__ import annotations

from discord import ui

from cogs.interactions import screens
from cogs.ui.items import Interaction


def is_still_shown(interaction: Interaction) -> bool:
    """Whether what this interaction was answered with has not been replaced by what was looked up since."""
    return screens(interaction).side.shows(interaction)


async def show_aside(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer with what was looked up, in place of what was looked up before."""
    await screens(interaction).side.show(interaction, view)
