"""Members of a server by user id: their names there, and who has left."""

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
"""The most members to fetch at a time; each takes a request to Discord."""
LOOK_UP_TIMEOUT: Final = 1.0
"""Seconds to wait for Discord, for presses must be answered within three."""
TOO_MANY: Final = "More than {most} people there aren't in the season. Have them join it first."


async def named_members(
    interaction: Interaction, ids: Collection[int], known: Collection[int] = ()
) -> Mapping[int, str]:
    """Display names by user id, for the ids that are members of the server and not bots.

    Ids in ``known`` are left out, too, without asking Discord. Raises ``Refused`` if more than
    ``MOST_LOOKED_UP`` are left.
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


async def absent_from(guild: discord.Guild, ids: Collection[int], asking: Background) -> frozenset[int]:
    """Those of ``ids`` that belong to users who have left a server, or to forgotten players.

    A user counts as there if Discord does not answer within ``LOOK_UP_TIMEOUT``.
    """
    former = frozenset(user_id for user_id in ids if not has_account(user_id))
    # Late answers are awaited in the background: cancelling a request of discord.py that waits for the
    # global rate limit leaves all others waiting.
    asked = {asking.begin(_has_left(guild, user_id)): user_id for user_id in ids if user_id not in former}
    if not asked:
        return former
    told, _ = await asyncio.wait(asked, timeout=LOOK_UP_TIMEOUT)
    return former.union(asked[task] for task in told if task.result())


async def _has_left(guild: discord.Guild, user_id: int) -> bool:
    try:
        return await _fetched(guild, user_id) is None
    except TROUBLE:
        return False
