"""The baseline buttons: they count, edit their message and survive a restart."""

from __future__ import annotations

import re
from typing import Any, Final

import discord
from discord import ui

ROWS: Final = ((0, 1, 2), (3, 4, 5), (6, 7))
"""A button for each card of a hand in the middle of a deal."""
TEXT: Final = "### Your hand · Partner Pearl\nScore: you 0 · they 0\n" + "## 🔷 ➤ You\n" * 25
"""As long as what a hand says above its buttons."""


class Counter(ui.DynamicItem[ui.Button[Any]], template=r"counter:(?P<count>[0-9]+)"):
    """A button that carries its count in its id, after discord.py's example ``dynamic_counter``."""

    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label=str(count), custom_id=f"counter:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Counter:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=CountingView(self.count + 1))


class CountingView(ui.View):
    """A view with a button that survives a restart."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        self.add_item(Counter(count))


class CardCounter(ui.DynamicItem[ui.Button[Any]], template=r"card:(?P<card>[0-9]+):(?P<count>[0-9]+)"):
    """One of the buttons of a ``CountingHand``."""

    def __init__(self, card: int, count: int) -> None:
        super().__init__(ui.Button(label=f"R{card}", emoji="🔴", custom_id=f"card:{card}:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> CardCounter:
        return cls(int(match["card"]), int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=CountingHand(self.count + 1))


class CountingHand(ui.LayoutView):
    """A message as large as a hand, with buttons that survive a restart."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        rows = [ui.ActionRow[Any](*(CardCounter(card, count) for card in row)) for row in ROWS]
        self.add_item(ui.Container(ui.TextDisplay(TEXT), *rows, accent_color=0x156600))
