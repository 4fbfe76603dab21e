"""The number of shards: the owner's, else the stored one, else as many as Discord recommends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord

from bot.delivery.card_faces import OutOfReach
from bot.discord_account import logged_in
from bot.maintenance.upkeep import Upkeep

log = logging.getLogger(__name__)

MOST_BEHIND: Final = 2
"""How many times the stored number may be recommended. Discord recommends a shard for some 1,000 servers, and
refuses one with more than 2,500: https://discord.com/developers/docs/events/gateway#sharding
"""
ASKED_WITHIN: Final = 10.0
"""Seconds that Discord has to recommend a number."""
AWAY: Final = "Discord could not be asked how many shards to use (%s): the bot uses %d"


async def agree_on_shards(upkeep: Upkeep, wanted: int | None, ask: Callable[[], Awaitable[int]]) -> int:
    """The number of shards from now on, which is stored.

    Args:
        upkeep: Stores the number.
        wanted: The owner's number; None for what is stored, or what Discord recommends.
        ask: Asks Discord for its recommendation; may raise ``OutOfReach``.

    Raises:
        StoreError: it cannot be read or stored.
    """
    stored = await upkeep.shard_count()
    count = await _recommended(stored, ask) if wanted is None else wanted
    if count != stored:
        await upkeep.note_shard_count(count)
        log.info("the bot uses %d of Discord's shards", count)
    return count


async def _recommended(stored: int | None, ask: Callable[[], Awaitable[int]]) -> int:
    try:
        recommended = await ask()
    except OutOfReach as error:
        count = stored or 1
        log.warning(AWAY, error, count)
        return count
    return recommended if stored is None or recommended > MOST_BEHIND * stored else stored


async def ask_discord(token: str) -> int:
    """The number of shards that Discord recommends.

    Raises:
        discord.LoginFailure: Discord does not accept the token.
        OutOfReach: Discord could not be asked.
    """
    try:
        async with asyncio.timeout(ASKED_WITHIN), logged_in(token) as client:
            recommended, _, _ = await client.http.get_bot_gateway()
    except discord.LoginFailure:
        raise
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise OutOfReach(type(error).__name__) from error
    return recommended
