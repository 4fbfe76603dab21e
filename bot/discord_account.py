"""The bot's account and application on Discord: emojis listed and uploaded, avatar and banner sent.

An account without avatar or banner has Discord's default; one that an owner has set is never replaced.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands

from bot.delivery.card_faces import NameTaken, NoRoom, OutOfReach

_FULL: Final = 30008
"""Discord's code for the maximum number of emojis (https://discord.com/developers/docs/topics/opcodes-and-status-codes)."""
_TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
_UNACCEPTED: Final = 50035
"""Discord's code for an invalid form. Our names and pictures are valid: it means that the name is taken."""
AVATAR_FILE: Final = Path(__file__).with_name("pictures") / "avatar.png"
BANNER_FILE: Final = AVATAR_FILE.with_name("banner.png")
"""Drawn by ``make docs``, so that sending them needs no drawing."""
SENT: Final = "Discord has the bot's {} now."
KEPT: Final = "The bot has an avatar and a banner on Discord: both stay as they are."
NOT_TAKEN: Final = (
    "Discord did not take the bot's {} ({}). Try again in an hour, or set it in the developer portal."
)


class DiscordEmojis:
    """The application emojis of a logged-in client; discord.py obeys Discord's rate limits.

    Its errors are those of the protocol, ``Emojis``.
    """

    def __init__(self, client: commands.AutoShardedBot) -> None:
        self._client = client

    async def all(self) -> Mapping[str, str]:
        """All emojis as they are written in messages (``<:name:id>``), by name."""
        try:
            return {emoji.name: str(emoji) for emoji in await self._client.fetch_application_emojis()}
        except _TROUBLE as error:
            raise OutOfReach(_kind(error)) from error

    async def add(self, name: str, png: bytes) -> str:
        """Upload an emoji; returns it as it is written in messages (``<:name:id>``)."""
        try:
            return str(await self._client.create_application_emoji(name=name, image=png))
        except _TROUBLE as error:
            code = error.code if isinstance(error, discord.HTTPException) else None
            if code == _FULL:
                raise NoRoom from error
            if code == _UNACCEPTED:
                raise NameTaken from error
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


async def send_profile(client: commands.AutoShardedBot) -> tuple[str, bool]:
    """Send the pictures that the account lacks, in one request; returns what to tell the owner, and success.

    Makes no request if it lacks none: the login has returned the account.
    """
    user = client.user
    assert user is not None
    missing: dict[str, Any] = {
        name: file.read_bytes()
        for name, has, file in (("avatar", user.avatar, AVATAR_FILE), ("banner", user.banner, BANNER_FILE))
        if has is None
    }
    if not missing:
        return KEPT, True
    names = " and ".join(missing)
    try:
        await user.edit(**missing)
    except _TROUBLE as error:
        return NOT_TAKEN.format(names, _kind(error)), False
    return SENT.format(names), True


def _kind(error: Exception) -> str:
    return f"{error.status}" if isinstance(error, discord.HTTPException) else type(error).__name__
