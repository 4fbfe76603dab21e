"""The emojis that Discord keeps for the bot's application, listed and sent with discord.py."""

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
"""Discord's code for a form with something wrong; of a name and a picture that suit, the name is taken."""


class DiscordEmojis:
    """The emojis of a client that is logged in; discord.py keeps to Discord's limits."""

    def __init__(self, client: commands.Bot) -> None:
        self._client = client

    async def all(self) -> Mapping[str, str]:
        """How each stands in a message, by its name.

        Raises:
            OutOfReach: Discord could not be asked.
        """
        try:
            return {emoji.name: str(emoji) for emoji in await self._client.fetch_application_emojis()}
        except _TROUBLE as error:
            raise OutOfReach(_kind(error)) from error

    async def add(self, name: str, png: bytes) -> str:
        """Send one; returns how it stands in a message.

        Raises:
            NameTaken: there is one of that name.
            NoRoom: there are as many as there may be.
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
async def emojis_of(token: str) -> AsyncIterator[DiscordEmojis]:
    """The emojis of the bot with a token, without the bot running.

    Raises:
        discord.LoginFailure: Discord does not accept the token.
        OutOfReach: Discord could not be asked.
    """
    client = commands.Bot(commands.when_mentioned, help_command=None, intents=discord.Intents(guilds=True))
    async with client:
        try:
            await client.login(token)
        except discord.LoginFailure:
            raise
        except _TROUBLE as error:
            raise OutOfReach(_kind(error)) from error
        yield DiscordEmojis(client)


def _kind(error: Exception) -> str:
    return f"{error.status}" if isinstance(error, discord.HTTPException) else type(error).__name__
