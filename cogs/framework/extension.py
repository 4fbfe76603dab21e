"""What an extension declares, and the base class that adds it to the bot: commands by group, and presses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs.framework.permissions import May, Use
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Handler, Interaction

if TYPE_CHECKING:
    from bot.client import RookeryBot

Command = app_commands.Command[Any, ..., Any]

IN_SERVERS: Final = app_commands.AppInstallationType(guild=True)
"""Servers that have the bot itself: where only a member's account has it, no table could be kept."""
OPENS_FORM_KEY: Final = "opens_form"
"""Key in the extras of a command that may be answered with a form."""


class Topic(StrEnum):
    """A section of docs/commands.md, by its heading. The page has them in this order."""

    LOBBY = "Before a match"
    TABLE = "Before a match and in it"
    MATCH = "In a match"
    YOURS = "Your tables, settings and data"
    LOOKING_ON = "Watching"
    ANY_TIME = "Any time"
    STATS = "How everyone is doing"
    EVENING = "An evening together"
    LEAGUE = "A league"
    ORGANIZING = "To run a league"
    MANAGING = "For those who manage the server"


class Group(NamedTuple):
    """A group of at most 25 slash commands (Discord's limit) that share their first word."""

    name: str
    description: str
    guild_only: bool = True
    managers_only: bool = False
    """Whether Discord shows it only to a server's managers, unless the server decides otherwise."""
    look_up: str = "/rook table"
    """The command that shows the result of its commands to a user the bot could not answer."""

    def empty(self) -> app_commands.Group:
        """A new discord.py group without commands."""
        managing = discord.Permissions(manage_guild=True) if self.managers_only else None
        return app_commands.Group(
            name=self.name,
            description=self.description,
            guild_only=self.guild_only,
            allowed_installs=IN_SERVERS if self.guild_only else None,
            default_permissions=managing,
        )


ROOK: Final = Group("rook", "Play Rook in this channel")
"""Commands of play at a table. Fewer than 25, so that some can be added."""
TABLE: Final = Group("table", "Set up a table, and look back at matches")
NIGHT: Final = Group("night", "Play an evening together at several tables", look_up="/night board")
STATS: Final = Group("stats", "How everyone is doing in this server")
LEAGUE: Final = Group("league", "Play in a league of this server", look_up="/league show")
ME: Final = Group("me", "Your settings, and what Rookery keeps about you", guild_only=False)
ADMIN: Final = Group("rook-admin", "Manage Rook tables", managers_only=True)
OWN_TABLES: Final = "/table mine"
"""The command that finds a new table, which may be in a thread of its own."""


class Press(NamedTuple):
    """A control's handler, who may change something with it, and the command that shows its result."""

    handler: Handler
    may: May
    look_up: str = "/rook table"
    """The command that shows the result to a user the bot could not answer."""


def same_as(command: Command) -> Handler:
    """The handler of a control that does what a command does without any options."""
    do = cast("Callable[[Interaction], Awaitable[None]]", command.callback)

    async def press(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        await do(interaction)

    return press


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
            if not group.commands:
                self._bot.tree.remove_command(group.name)
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
