"""The command and buttons that show a match's score sheet and its last trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal

from discord import app_commands

from bot.common.errors import NotStarted
from bot.table.desk.shown import ShownTable
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, show_privately, table_at
from cogs.framework.permissions import SHOWS
from cogs.framework.replies import answer_privately
from cogs.table.score_sheet import score_sheet
from cogs.table.trick_lines import named_trick_text
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, note

NO_TRICK: Final = "No trick has been taken in this deal yet."
NO_REVIEW: Final = "This table's house rules don't allow looking back at a trick."


async def press_sheet(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the score sheet of the button's match privately, also long after its end."""
    table = await interaction.client.app.tables.reading.recall(channel_of(interaction), control.table_id)
    await _show_sheet(interaction, table)


async def press_last_trick(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the last finished trick, or say that there is none, or that it may not be seen again."""
    await _show_last_trick(interaction, await table_at(interaction, control))


@app_commands.command(name="show", description="Show the score sheet of this match, or the last trick")
@app_commands.describe(what="The score sheet, or the last trick of the deal")
async def show(interaction: Interaction, what: Literal["score", "last trick"] = "score") -> None:
    """Show privately the score sheet of the channel's current or last match, or the last trick."""
    if what == "last trick":
        await _show_last_trick(interaction, await table_at(interaction))
        return
    table = await interaction.client.app.tables.reading.shown(channel_of(interaction), finished=True)
    await _show_sheet(interaction, table)


async def _show_sheet(interaction: Interaction, table: ShownTable) -> None:
    notes = None if table.is_open else await interaction.client.app.tables.reading.notes(table.id)
    await show_privately(interaction, score_sheet(table, notes))


async def _show_last_trick(interaction: Interaction, table: ShownTable) -> None:
    view = table.view
    if view is None:
        raise NotStarted
    trick = view.last_trick
    if trick is None:
        taken = any(info.tricks for info in view.seats)
        await answer_privately(interaction, NO_REVIEW if taken else NO_TRICK)
        return
    await show_privately(interaction, note(named_trick_text(table, view, trick)))


class Scores(Extension):
    """The command and buttons of the score sheet and the last trick."""

    typed: ClassVar = (
        Commands(ROOK, Topic.MATCH, SHOWS, (show,), by_choice=dict.fromkeys(("score", "last trick"), SHOWS)),
    )
    presses: ClassVar = {
        Verb.SHEET: Press(press_sheet, SHOWS),
        Verb.LAST_TRICK: Press(press_last_trick, SHOWS),
    }


setup = Scores.setup
