"""For those who manage a server. Discord's default can be changed there, so every command checks it too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.front import channel_of, front, front_of
from cogs.replies import answer_privately
from cogs.ui.items import Interaction

if TYPE_CHECKING:
    from bot.client import RookeryBot


@app_commands.command(name="close", description="Close the table of this channel at once")
@app_commands.checks.has_permissions(manage_guild=True)
async def close(interaction: Interaction) -> None:
    """Close a lobby or end a match without a winner."""
    await front(interaction).manager.close_table(channel_of(interaction))
    await answer_privately(interaction, "The table is closed.")


async def setup(bot: RookeryBot) -> None:
    """Add the command."""
    front_of(bot).admin.add_command(close)
