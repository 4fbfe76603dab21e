"""A user's own tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from discord import app_commands

from cogs.framework.extension import TABLE, Commands, Extension, Press, Topic
from cogs.framework.interactions import show_privately
from cogs.framework.permissions import SHOWS
from cogs.people.my_tables_panel import my_tables_panel
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction


@app_commands.command(name="mine", description="List your tables, and whose turn it is")
async def mine(interaction: Interaction) -> None:
    """List privately the tables the user sits at, in all servers."""
    await _show_tables(interaction)


async def press_mine(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """List privately the tables the user sits at, in all servers."""
    await _show_tables(interaction)


async def _show_tables(interaction: Interaction) -> None:
    user_id = interaction.user.id
    tables = await interaction.client.app.tables.reading.tables_with(user_id)
    await show_privately(interaction, my_tables_panel(tables, user_id))


class MyTables(Extension):
    """The command and control that list a user's tables."""

    typed: ClassVar = (Commands(TABLE, Topic.YOURS, SHOWS, (mine,)),)
    presses: ClassVar = {Verb.MY_TABLES: Press(press_mine, SHOWS)}


setup = MyTables.setup
