"""The number of shards: the owner's, else the stored one, else as many as Discord recommends.

All processes of a database have one number. One that has another than is stored ends.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NoReturn

import aiohttp
import discord

from bot.common.errors import StoreError
from bot.common.settings import SettingsError
from bot.common.shards import Shards
from bot.database.database import Database
from bot.database.leases import Lease
from bot.delivery.card_faces import OutOfReach
from bot.discord_account import logged_in
from bot.maintenance.upkeep import Upkeep
from bot.supervisor import REFUSALS, TOO_FEW_SHARDS

log = logging.getLogger(__name__)

MOST_BEHIND: Final = 2
"""How many times the stored number may be recommended. Discord recommends a shard for some 1,000 servers, and
refuses one with more than 2,500: https://discord.com/developers/docs/events/gateway#sharding
"""
ASKED_WITHIN: Final = 10.0
"""Seconds that Discord has to recommend a number."""
AWAY: Final = "Discord could not be asked how many shards to use (%s): the bot uses %d"
LOOK_EVERY: Final = 5.0
"""Seconds between two looks at the stored number."""
OTHERS_END: Final = "Discord has refused the number of shards: this process waits until the others have ended"
RECOUNTED: Final = "The number of shards has changed. Start this process again, as Docker and systemd do."


async def agree_on_shards(database: Database, wanted: int | None, ask: Callable[[], Awaitable[int]]) -> int:
    """The number of shards from now on, which is stored: as other processes have it, if there are any.

    If Discord has refused that one, wait until they have ended.

    Args:
        database: Stores the number.
        wanted: The owner's number; None for what is stored, or what Discord recommends.
        ask: Asks Discord for its recommendation; may raise ``OutOfReach``.

    Raises:
        StoreError: it cannot be read or stored.
    """
    upkeep = Upkeep(database)
    while True:
        async with database.leases.alone(Lease.COUNT):
            stored = await upkeep.shard_count()
            if not await database.leases.held_by_others():
                count = await _recommended(stored, ask) if wanted is None else wanted
                if count != stored:
                    await upkeep.note_shard_count(count)
                    log.info("the bot uses %d of Discord's shards", count)
                return count
        if stored is not None:
            return stored
        log.info(OTHERS_END)
        await asyncio.sleep(LOOK_EVERY)


async def claim(database: Database, shards: Shards, most: int | None = None) -> frozenset[int]:
    """Claim shards as ``Leases.claim`` does; a ``SettingsError`` if their number is not the stored one."""
    async with database.leases.alone(Lease.COUNT):
        await _check_count(Upkeep(database), shards.count)
        return await database.leases.claim(shards.mine, most)


async def _check_count(upkeep: Upkeep, count: int) -> None:
    """Raise a ``SettingsError`` if the stored number of shards is not ``count``."""
    stored = await upkeep.shard_count()
    if stored != count:
        raise SettingsError(REFUSALS[TOO_FEW_SHARDS] if stored is None else RECOUNTED)


async def watch_count(upkeep: Upkeep, count: int) -> NoReturn:
    """Check every few seconds that ``count`` is the stored number of shards; a ``SettingsError`` if not."""
    while True:
        await asyncio.sleep(LOOK_EVERY)
        with suppress(StoreError):  # a busy server is asked again
            await _check_count(upkeep, count)


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
