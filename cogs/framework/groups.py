"""The groups of slash commands: the first word of each command."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

import discord
from discord import app_commands

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
