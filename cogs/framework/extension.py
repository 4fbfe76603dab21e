"""What an extension adds to the bot: commands and handlers of controls, taken away again with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from discord import app_commands
from discord.ext import commands

from cogs.framework.groups import Group
from cogs.ui.controls import Verb
from cogs.ui.items import Handler

if TYPE_CHECKING:
    from bot.client import RookeryBot

Commands = Sequence[app_commands.Command[Any, ..., Any] | app_commands.Group]


class Extension(commands.Cog):
    """The commands and presses of one subject. A module that is loaded again has them anew."""

    groups: ClassVar[Mapping[Group, Commands]] = {}
    """Its commands, by their first word."""
    presses: ClassVar[Mapping[Verb, Handler]] = {}
    """What happens when a control is used."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot

    async def cog_load(self) -> None:
        """Put everything in its place."""
        for group, own in self.groups.items():
            typed = self._of_tree(group)
            for command in own:
                typed.add_command(command)
        for verb, handler in self.presses.items():
            self._bot.handlers[verb] = handler

    async def cog_unload(self) -> None:
        """Take it away again, and a group with its last command: Discord refuses empty ones."""
        for group, own in self.groups.items():
            typed = self._of_tree(group)
            for command in own:
                typed.remove_command(command.name)
            if not typed.commands:
                self._bot.tree.remove_command(group.name)
        for verb in self.presses:
            del self._bot.handlers[verb]

    def _of_tree(self, group: Group) -> app_commands.Group:
        """The group among the bot's commands; the first command in it brings it there."""
        known = self._bot.tree.get_command(group.name)
        if isinstance(known, app_commands.Group):
            return known
        made = group.empty()
        self._bot.tree.add_command(made)
        return made
