"""The command and button that show a match's score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from discord import app_commands

from bot.table.desk.shown import ShownTable
from cogs.framework.extension import Commands, Extension, Press
from cogs.framework.groups import ROOK, Topic
from cogs.framework.interactions import channel_of, show_privately
from cogs.framework.permissions import SHOWS
from cogs.table.score_sheet import score_sheet
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction


async def press_sheet(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the score sheet of the button's match privately, also long after its end."""
    table = await interaction.client.app.tables.reading.recall(channel_of(interaction), control.table_id)
    await _show_sheet(interaction, table)


@app_commands.command(name="score", description="Show the score sheet of this match")
async def score(interaction: Interaction) -> None:
    """Show the score sheet of the channel's current or last match privately."""
    table = await interaction.client.app.tables.reading.shown(channel_of(interaction), finished=True)
    await _show_sheet(interaction, table)


async def _show_sheet(interaction: Interaction, table: ShownTable) -> None:
    is_over = not table.in_lobby and not table.is_playing
    notes = await interaction.client.app.tables.reading.notes(table.id) if is_over else None
    await show_privately(interaction, score_sheet(table, notes))


class Scores(Extension):
    """The command and button of the score sheet."""

    typed: ClassVar = (Commands(ROOK, Topic.MATCH, SHOWS, (score,)),)
    presses: ClassVar = {Verb.SHEET: Press(press_sheet, SHOWS)}


setup = Scores.setup
