"""What an extension adds to the bot: commands and handlers of controls, taken away again with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from discord import app_commands
from discord.ext import commands

from cogs.ui.controls import Verb
from cogs.ui.items import Handler

if TYPE_CHECKING:
    from bot.client import RookeryBot

Commands = Sequence[app_commands.Command[Any, ..., Any] | app_commands.Group]


class Extension(commands.Cog):
    """The commands and presses of one subject. A module that is loaded again has them anew."""

    rook: ClassVar[Commands] = ()
    """Commands of ``/rook``."""
    admin: ClassVar[Commands] = ()
    """Commands of ``/rook-admin``."""
    mine: ClassVar[Commands] = ()
    """Commands of ``/my-data``."""
    presses: ClassVar[Mapping[Verb, Handler]] = {}
    """What happens when a control is used."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot

    async def cog_load(self) -> None:
        """Put everything in its place."""
        for command in self.rook:
            self._bot.rook.add_command(command)
        for command in self.admin:
            self._bot.admin.add_command(command)
        for command in self.mine:
            self._bot.mine.add_command(command)
        for verb, handler in self.presses.items():
            self._bot.handlers[verb] = handler

    async def cog_unload(self) -> None:
        """Take it away again."""
        for command in self.rook:
            self._bot.rook.remove_command(command.name)
        for command in self.admin:
            self._bot.admin.remove_command(command.name)
        for command in self.mine:
            self._bot.mine.remove_command(command.name)
        for verb in self.presses:
            del self._bot.handlers[verb]
