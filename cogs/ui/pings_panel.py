"""How somebody wants to hear that it is their turn, with a button for each way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord import ui

from bot.services.personal_settings import Pings
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, panel, rows_of

SAID: Final[Mapping[Pings, str]] = {
    Pings.CHANNEL: "You're mentioned at the table when it's your turn.",
    Pings.MESSAGE: "You get a message when it's your turn. "
    "If Discord refuses it, you're mentioned at the table.",
    Pings.NONE: "You aren't mentioned when it's your turn.",
}
LABELS: Final[Mapping[Pings, str]] = {
    Pings.CHANNEL: "Mention me",
    Pings.MESSAGE: "Send me a message",
    Pings.NONE: "Mute the pings",
}


def pings_panel(now: Pings) -> ui.LayoutView:
    """What is settled, and what else one can choose."""
    buttons = [
        TableButton(
            Control(Verb.SET_PINGS, 0, 0, pings),
            label,
            style=discord.ButtonStyle.primary if pings is now else discord.ButtonStyle.secondary,
            disabled=pings is now,
        )
        for pings, label in LABELS.items()
    ]
    text = f"### Your turn\n{SAID[now]}\n-# This is for you alone, at every table."
    return panel(ui.TextDisplay(text), *rows_of(buttons))
