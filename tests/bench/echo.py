"""A bare echo bot: discord.py alone, and in each channel a button that counts and edits its message."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import discord
from discord.ext import commands

from tests.bench.counting_button import Counter, CountingView
from tests.bench.small_discord import NextPress, SmallDiscord


class Echoes:
    """A counting button in each of the channels."""

    def __init__(self, discord: SmallDiscord, channels: int) -> None:
        self._offered = discord.server.offered
        parts = CountingView().to_components()
        places = (discord.server.add_channel(f"button-{number}", discord.guild) for number in range(channels))
        self._messages = [discord.message(place.id, parts)[0] for place in places]

    def next_press(self, random: Random) -> NextPress:
        """A press on a random button."""
        message = random.choice(self._messages)
        return NextPress(1, message, self._offered[message.id][0])


@asynccontextmanager
async def echoes(small_discord: SmallDiscord, channels: int) -> AsyncIterator[Echoes]:
    """Start the echo bot."""
    buttons = Echoes(small_discord, channels)
    intents = discord.Intents(guilds=True)
    async with commands.Bot(command_prefix="!", intents=intents, max_messages=None) as bot:
        bot.add_dynamic_items(Counter)
        await small_discord.connect(bot)
        try:
            yield buttons
        finally:
            await small_discord.disconnect()
