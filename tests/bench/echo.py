"""A bare echo bot: discord.py alone, and in each channel a button that counts and edits its message."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import discord
from discord.ext import commands

from tests.bench.small_discord import SmallDiscord, Wish


class Echoes:
    """A button in each of so many channels."""

    def __init__(self, discord: SmallDiscord, channels: int) -> None:
        self._offered = discord.server.offered
        parts = _View(0).to_components()
        places = (discord.server.add_channel(f"button-{number}") for number in range(channels))
        self._messages = [discord.message(place.id, parts)[0] for place in places]

    def wish(self, random: Random) -> Wish:
        """Some button."""
        message = random.choice(self._messages)
        return Wish(1, message, self._offered[message.id][0])


class _Counter(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"counter:(?P<count>[0-9]+)"):
    """A button that carries its count in its id, after discord.py's example ``dynamic_counter``."""

    def __init__(self, count: int) -> None:
        super().__init__(discord.ui.Button(label=str(count), custom_id=f"counter:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> _Counter:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=_View(self.count + 1))


class _View(discord.ui.View):
    """A view with a button that survives a restart."""

    def __init__(self, count: int) -> None:
        super().__init__(timeout=None)
        self.add_item(_Counter(count))


@asynccontextmanager
async def echoes(small_discord: SmallDiscord, channels: int) -> AsyncIterator[Echoes]:
    """Start the echo bot."""
    buttons = Echoes(small_discord, channels)
    intents = discord.Intents(guilds=True)
    async with commands.Bot(command_prefix="!", intents=intents, max_messages=None) as bot:
        bot.add_dynamic_items(_Counter)
        await small_discord.connect(bot)
        try:
            yield buttons
        finally:
            await small_discord.disconnect()
