"""Modals: where a number has to be typed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import ui

from rules.decisions import ChooseNumber


class BidModal(ui.Modal):
    """Ask for any legal bid."""

    def __init__(
        self,
        decision: ChooseNumber,
        interaction_id: int,
        answer: Callable[[discord.Interaction[Any], str], Awaitable[None]],
    ) -> None:
        # Modals are kept by custom_id for the whole bot: two open ones must differ.
        super().__init__(title="Your bid", timeout=600, custom_id=f"bid:{interaction_id}")
        self._answer = answer
        self._points: ui.TextInput[Any] = ui.TextInput(
            placeholder=str(decision.least), min_length=1, max_length=4
        )
        self.add_item(
            ui.Label(
                text="Points",
                description=f"From {decision.least} to {decision.most}, in steps of {decision.step}",
                component=self._points,
            )
        )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the number on."""
        await self._answer(interaction, self._points.value)
