"""Archived threads: Discord allows no edit there until the thread is unarchived."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord

from cogs.ui.refusals import ARCHIVED

if TYPE_CHECKING:
    from bot.client import RookeryBot


async def edit_anywhere(bot: RookeryBot, channel_id: int, edit: Callable[[], Awaitable[object]]) -> None:
    """Call ``edit``, with the thread unarchived if needed; the bot's own thread is archived again."""
    # Discord archives a thread after an hour to a week without a new message; edits do not count.
    try:
        await edit()
    except discord.HTTPException as error:
        thread = await bot.fetch_channel(channel_id) if error.code == ARCHIVED else None
        if not isinstance(thread, discord.Thread):
            raise
        await thread.edit(archived=False)
        await edit()
        if bot.user is not None and thread.owner_id == bot.user.id:
            await thread.edit(archived=True)


async def archive_thread(bot: RookeryBot, thread_id: int) -> None:
    """Archive a thread (only moderators could delete it); other channels are left as they are."""
    thread = await bot.fetch_channel(thread_id)
    if isinstance(thread, discord.Thread):
        await thread.edit(archived=True)
