"""For those who manage a server. Discord's default can be changed there, so every command checks it too."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from discord import app_commands

from cogs.extension import Commands, Extension
from cogs.interactions import channel_of
from cogs.replies import answer_privately
from cogs.ui.items import Interaction

if TYPE_CHECKING:
    from bot.client import RookeryBot


@app_commands.command(name="close", description="Close the table of this channel at once")
@app_commands.checks.has_permissions(manage_guild=True)
async def close(interaction: Interaction) -> None:
    """Close a lobby or end a match without a winner."""
    await interaction.client.app.tables.close_table(channel_of(interaction))
    await answer_privately(interaction, "The table is closed.")


class Admin(Extension):
    """What only managers of the server may do."""

    admin: ClassVar[Commands] = (close,)


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(Admin(bot))
