"""The base class of extensions: adds their commands and control handlers to the bot, and removes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from discord import app_commands
from discord.ext import commands

from cogs.framework.groups import Group, Topic
from cogs.framework.permissions import May, Use
from cogs.ui.controls import Verb
from cogs.ui.items import Handler

if TYPE_CHECKING:
    from bot.client import RookeryBot

Command = app_commands.Command[Any, ..., Any]


class Press(NamedTuple):
    """A control's handler, who may change something with it, and the command that shows its result."""

    handler: Handler
    may: May
    look_up: str = "/rook table"
    """The command that shows the result to a user the bot could not answer."""


class Commands(NamedTuple):
    """Commands of one group with the same permissions. Their descriptions are their lines of help."""

    group: Group
    topic: Topic
    may: May
    commands: Sequence[Command]
    look_up: str | None = None
    """The command that shows the result to a user the bot could not answer; None for the group's."""
    by_choice: Mapping[str, May] = {}
    """For a command that does one of several things: who may do each, by the value of its option ``what``."""

    def uses(self) -> Iterator[tuple[str, Use]]:
        """Pairs of a command's full name, followed by its choice if it has some, and who may use it."""
        for command in self.commands:
            name = f"{self.group.name} {command.name}"
            parts = {f"{name} {choice}": may for choice, may in self.by_choice.items()} or {name: self.may}
            for part, may in parts.items():
                yield part, Use(may, self.look_up or self.group.look_up)


class Extension(commands.Cog):
    """The commands and control handlers of one subject, added when its module is loaded or reloaded."""

    typed: ClassVar[Sequence[Commands]] = ()
    presses: ClassVar[Mapping[Verb, Press]] = {}

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot

    @classmethod
    async def setup(cls, bot: RookeryBot) -> None:
        """Add the extension to a bot. discord.py calls a module's function of this name."""
        await bot.add_cog(cls(bot))

    @classmethod
    def uses(cls) -> Iterator[tuple[str, Use]]:
        """Pairs of a verb, or of a command's full name with its choice, and who may use it."""
        for verb, press in cls.presses.items():
            yield verb, Use(press.may, press.look_up)
        for typed in cls.typed:
            yield from typed.uses()

    async def cog_load(self) -> None:
        """Register the commands, the handlers and their permissions with the bot."""
        for typed in self.typed:
            group = self._registered_group(typed.group)
            for command in typed.commands:
                group.add_command(command)
        self._bot.handlers.update({verb: press.handler for verb, press in self.presses.items()})
        self._bot.uses.update(self.uses())

    async def cog_unload(self) -> None:
        """Unregister the commands and handlers, and groups left empty, which Discord would refuse."""
        for typed in self.typed:
            group = self._registered_group(typed.group)
            for command in typed.commands:
                group.remove_command(command.name)
            self._drop_empty(group)
        for verb in self.presses:
            del self._bot.handlers[verb]
        for name, _ in self.uses():
            del self._bot.uses[name]

    def _registered_group(self, group: Group) -> app_commands.Group:
        """The group of discord.py's command tree; created on first use."""
        known = self._bot.tree.get_command(group.name)
        if isinstance(known, app_commands.Group):
            return known
        made = group.empty()
        self._bot.tree.add_command(made)
        return made

    def _drop_empty(self, group: app_commands.Group) -> None:
        if not group.commands:
            self._bot.tree.remove_command(group.name)
