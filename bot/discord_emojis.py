"""The emojis that Discord keeps for the bot's application, listed and uploaded with discord.py."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
import discord
from discord.ext import commands

from bot.delivery.card_faces import NameTaken, NoRoom, OutOfReach

_FULL: Final = 30008
"""Discord's code for the maximum number of emojis (https://discord.com/developers/docs/topics/opcodes-and-status-codes)."""
_TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
_UNACCEPTED: Final = 50035
"""Discord's code for an invalid form. Our names and pictures are valid: it means that the name is taken."""


class DiscordEmojis:
    """The application emojis of a logged-in client; discord.py obeys Discord's rate limits."""

    def __init__(self, client: commands.AutoShardedBot) -> None:
        self._client = client

    async def all(self) -> Mapping[str, str]:
        """All emojis as they are written in messages (``<:name:id>``), by name.

        Raises:
            OutOfReach: Discord could not be asked.
        """
        try:
            return {emoji.name: str(emoji) for emoji in await self._client.fetch_application_emojis()}
        except _TROUBLE as error:
            raise OutOfReach(_kind(error)) from error

    async def add(self, name: str, png: bytes) -> str:
        """Upload an emoji; returns it as it is written in messages (``<:name:id>``).

        Raises:
            NameTaken: there is already an emoji of that name.
            NoRoom: the application has as many emojis as Discord allows.
            OutOfReach: Discord could not be asked.
        """
        try:
            return str(await self._client.create_application_emoji(name=name, image=png))
        except discord.HTTPException as error:
            if error.code == _FULL:
                raise NoRoom from error
            if error.code == _UNACCEPTED:
                raise NameTaken from error
            raise OutOfReach(_kind(error)) from error
        except _TROUBLE as error:
            raise OutOfReach(_kind(error)) from error


@asynccontextmanager
async def logged_in(token: str) -> AsyncIterator[commands.AutoShardedBot]:
    """Log in with a bot's token, without running the bot, for access to its emojis and its account.

    Raises:
        discord.LoginFailure: Discord does not accept the token.
        OutOfReach: Discord could not be asked.
    """
    client = commands.AutoShardedBot(
        commands.when_mentioned, help_command=None, intents=discord.Intents(guilds=True)
    )
    async with client:
        try:
            await client.login(token)
        except discord.LoginFailure:
            raise
        except _TROUBLE as error:
            raise OutOfReach(_kind(error)) from error
        yield client


def _kind(error: Exception) -> str:
    return f"{error.status}" if isinstance(error, discord.HTTPException) else type(error).__name__
