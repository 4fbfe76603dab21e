"""Members of a server by their ids: what they are called there, and who is none any more."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Final

import discord

from bot.common.background import Background
from bot.common.errors import Refused
from bot.common.text import has_account
from cogs.framework.interactions import called
from cogs.ui.items import TROUBLE, Interaction

MOST_LOOKED_UP: Final = 50
"""Members that Discord is asked for at a time, each with a request of its own."""
PATIENCE: Final = 1.0
"""Seconds to wait for Discord where a press is to be answered within three."""
TOO_MANY: Final = "More than {most} people there aren't in the season. Have them join it first."


async def named_members(
    interaction: Interaction, ids: Collection[int], known: Collection[int] = ()
) -> Mapping[int, str]:
    """What people are called who are members; those who are none, and bots, are left out.

    Discord is not asked about those who are ``known`` anyway.

    Raises:
        Refused: they are too many.
    """
    guild, wanted = interaction.guild, set(ids) - set(known)
    if guild is None:
        return {}
    if len(wanted) > MOST_LOOKED_UP:
        raise Refused(TOO_MANY.format(most=MOST_LOOKED_UP))
    found = [
        guild.get_member(user_id) or await _fetched(guild, user_id)
        for user_id in sorted(wanted)
        if has_account(user_id)
    ]
    return {one.id: called(one) for one in found if one is not None and not one.bot}


async def _fetched(guild: discord.Guild, user_id: int) -> discord.Member | None:
    try:
        return await guild.fetch_member(user_id)
    except discord.NotFound:
        return None


async def gone_from(guild: discord.Guild, ids: Collection[int], asking: Background) -> frozenset[int]:
    """Who has left a server; where Discord does not say in time, nobody has. Former players have.

    What comes late is waited for in the background: a request of discord.py's that is cancelled while it
    waits for the end of a limit on the whole bot leaves all others waiting for ever.
    """
    former = frozenset(user_id for user_id in ids if not has_account(user_id))
    asked = {asking.begin(_has_left(guild, user_id)): user_id for user_id in ids if user_id not in former}
    if not asked:
        return former
    told, _ = await asyncio.wait(asked, timeout=PATIENCE)
    return former.union(asked[task] for task in told if task.result())


async def _has_left(guild: discord.Guild, user_id: int) -> bool:
    try:
        return await _fetched(guild, user_id) is None
    except TROUBLE:
        return False
