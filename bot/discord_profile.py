"""The avatar and the banner of the bot's account on Discord, sent with discord.py where it has none.

An account without one has Discord's default; one that an owner has set is never replaced.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands

AVATAR_FILE: Final = Path(__file__).with_name("pictures") / "avatar.png"
BANNER_FILE: Final = AVATAR_FILE.with_name("banner.png")
"""Drawn by ``make docs``, so that sending them needs no drawing."""
SENT: Final = "Discord has the bot's {} now."
KEPT: Final = "The bot has an avatar and a banner on Discord: both stay as they are."
NOT_TAKEN: Final = (
    "Discord did not take the bot's {} ({}). Try again in an hour, or set it in the developer portal."
)


async def send_profile(client: commands.AutoShardedBot) -> tuple[str, bool]:
    """Send the pictures that the account lacks, in one request; returns what to tell the owner, and success.

    Makes no request if it lacks none: the login has returned the account.
    """
    user = client.user
    assert user is not None
    missing: dict[str, Any] = {
        name: file.read_bytes()
        for name, has, file in (
            ("avatar", user.avatar, AVATAR_FILE),
            ("banner", user.banner, BANNER_FILE),
        )
        if has is None
    }
    if not missing:
        return KEPT, True
    names = " and ".join(missing)
    try:
        await user.edit(**missing)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        reason = f"{error.status}" if isinstance(error, discord.HTTPException) else type(error).__name__
        return NOT_TAKEN.format(names, reason), False
    return SENT.format(names), True
