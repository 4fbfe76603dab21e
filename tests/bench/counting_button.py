"""The baseline button: it counts, edits its message and survives a restart."""

from __future__ import annotations

import re
from typing import Any

import discord


class Counter(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"counter:(?P<count>[0-9]+)"):
    """A button that carries its count in its id, after discord.py's example ``dynamic_counter``."""

    def __init__(self, count: int) -> None:
        super().__init__(discord.ui.Button(label=str(count), custom_id=f"counter:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Counter:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=CountingView(self.count + 1))


class CountingView(discord.ui.View):
    """A view with a button that survives a restart."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        self.add_item(Counter(count))
