"""Hints (a computer's advice for the hand), by button and by command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from discord import app_commands

from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, screens, table_at
from cogs.framework.permissions import SHOWS
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction


async def press_hint(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Redraw the pressed hand with a hint."""
    hint = await interaction.client.app.learn.hints.hint(
        channel_of(interaction), interaction.user.id, control.table_id, control.revision
    )
    await screens(interaction).hands.advise(interaction, hint.hand, hint.advice)


@app_commands.command(name="hint", description="What a computer would do with your hand, and why")
async def hint(interaction: Interaction) -> None:
    """Show the user's hand with the answer a computer would give, and why."""
    with screens(interaction).hands.answering(interaction):
        table = await table_at(interaction)
        await press_hint(interaction, Control(Verb.HINT, table.id, table.revision), ())


class Hinting(Extension):
    """The command and button for a hint."""

    typed: ClassVar = (Commands(ROOK, Topic.MATCH, SHOWS, (hint,)),)
    presses: ClassVar = {Verb.HINT: Press(press_hint, SHOWS)}


setup = Hinting.setup
