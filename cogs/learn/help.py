"""The help command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from discord import app_commands

from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import show_privately
from cogs.framework.permissions import SHOWS
from cogs.learn.help_panel import help_panel
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction


async def press_help(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the topic chosen in the menu, or the first steps."""
    await show_privately(interaction, help_panel("".join(values[:1])))


@app_commands.command(name="help", description="How to play here")
async def help_(interaction: Interaction) -> None:
    """Show the first steps."""
    await show_privately(interaction, help_panel())


class Help(Extension):
    """The ``/rook help`` command and its button."""

    typed: ClassVar = (Commands(ROOK, Topic.ANY_TIME, SHOWS, (help_,)),)
    presses: ClassVar = {Verb.HELP: Press(press_help, SHOWS)}


setup = Help.setup
