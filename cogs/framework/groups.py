"""The first word of a command: commands stand together by what people do with them."""

from __future__ import annotations

from typing import Final, NamedTuple

import discord
from discord import app_commands

IN_SERVERS: Final = app_commands.AppInstallationType(guild=True)
"""Of a server without the bot, whose members may have it in their account, no table could be kept."""


OPENS_FORM_KEY: Final = "opens_form"
"""In the extras of a command that may be answered with a form."""


class Group(NamedTuple):
    """A first word, which has room for 25 commands: Discord's limit."""

    name: str
    description: str
    guild_only: bool = True
    managers_only: bool = False
    """Whether Discord shows it to a server's managers alone, unless the server decides otherwise."""

    def empty(self) -> app_commands.Group:
        """A group to put commands in."""
        managing = discord.Permissions(manage_guild=True) if self.managers_only else None
        return app_commands.Group(
            name=self.name,
            description=self.description,
            guild_only=self.guild_only,
            allowed_installs=IN_SERVERS if self.guild_only else None,
            default_permissions=managing,
        )


ROOK: Final = Group("rook", "Play Rook in this channel")
"""What people do at a table. It keeps some room."""
TABLE: Final = Group("table", "Set up a table, and look back at matches")
NIGHT: Final = Group("night", "Play an evening together at several tables")
STATS: Final = Group("stats", "How everyone is doing in this server")
LEAGUE: Final = Group("league", "Play in a league of this server")
MINE: Final = Group("my-data", "What Rookery keeps about you", guild_only=False)
ADMIN: Final = Group("rook-admin", "Manage Rook tables", managers_only=True)
