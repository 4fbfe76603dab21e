"""Hints: what a computer would do, asked for from the hand and by command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from discord import app_commands

from cogs.framework.extension import Extension
from cogs.framework.groups import TABLE
from cogs.framework.interactions import channel_of, screens, table_at
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction

if TYPE_CHECKING:
    from bot.client import RookeryBot


async def press_hint(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a hint in the hand that was pressed."""
    hint = await interaction.client.app.learn.hints.hint(
        channel_of(interaction), interaction.user.id, control.table_id, control.revision
    )
    await screens(interaction).hands.advise(interaction, hint.hand, hint.advice)


@app_commands.command(name="hint", description="What a computer would do with your hand, and why")
async def hint(interaction: Interaction) -> None:
    """Show the hand with a hint."""
    with screens(interaction).hands.answering(interaction):
        table = await table_at(interaction)
        await press_hint(interaction, Control(Verb.HINT, table.id, table.revision), ())


class Hinting(Extension):
    """Hints."""

    groups: ClassVar = {TABLE: (hint,)}
    presses: ClassVar = {Verb.HINT: press_hint}


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(Hinting(bot))
