"""What somebody looks up and settles for themselves: their tables, and how they hear of their turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from discord import app_commands

from bot.errors import Refused
from bot.services.personal_settings import Pings
from cogs.extension import Extension
from cogs.groups import TABLE
from cogs.replies import answer_privately
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.my_tables_panel import my_tables_panel
from cogs.ui.pings_panel import SAID, pings_panel

if TYPE_CHECKING:
    from bot.client import RookeryBot

WAYS: Final = {"mention": Pings.CHANNEL, "message": Pings.MESSAGE, "mute": Pings.NONE}
NO_SUCH_WAY: Final = "Choose how you hear of your turn with the buttons of `/table pings`."


# Commands -----------------------------------------------------------------------------------------


@app_commands.command(name="mine", description="List your tables, and whose turn it is")
async def mine(interaction: Interaction) -> None:
    """List all tables of whoever asks."""
    await _show_tables(interaction)


@app_commands.command(name="pings", description="Choose how you hear that it's your turn")
@app_commands.describe(how="mention: at the table. message: to you alone. mute: not at all")
async def pings(interaction: Interaction, how: Literal["mention", "message", "mute"] | None = None) -> None:
    """Settle how somebody hears of their turn, or show what is settled."""
    settings, user_id = interaction.client.app.personal_settings, interaction.user.id
    if how is None:
        await answer_privately(interaction, pings_panel(settings.pings(user_id)))
        return
    await settings.want_pings(user_id, WAYS[how])
    await answer_privately(interaction, SAID[WAYS[how]])


# Presses ------------------------------------------------------------------------------------------


async def press_mine(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """List all tables of whoever asks."""
    await _show_tables(interaction)


async def press_pings(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show how somebody hears of their turn."""
    now = interaction.client.app.personal_settings.pings(interaction.user.id)
    await answer_privately(interaction, pings_panel(now))


async def press_set_pings(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Settle how somebody hears of their turn, and show it in the same message."""
    wanted = next((one for one in Pings if one == control.argument), None)
    if wanted is None:
        raise Refused(NO_SUCH_WAY)
    await interaction.client.app.personal_settings.want_pings(interaction.user.id, wanted)
    await interaction.response.edit_message(view=pings_panel(wanted))


# Shared -------------------------------------------------------------------------------------------


async def _show_tables(interaction: Interaction) -> None:
    user_id = interaction.user.id
    tables = await interaction.client.app.tables.tables_with(user_id)
    await answer_privately(interaction, my_tables_panel(tables, user_id))


class MyTables(Extension):
    """One's own tables and turns."""

    groups: ClassVar = {TABLE: (mine, pings)}
    presses: ClassVar = {
        Verb.MY_TABLES: press_mine,
        Verb.PINGS: press_pings,
        Verb.SET_PINGS: press_set_pings,
    }


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(MyTables(bot))
