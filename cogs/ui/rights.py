"""The permissions the bot needs in a channel: which of them it lacks there, and what Discord calls them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord

from cogs.ui.items import Interaction

IN_CHANNELS: Final = "send_messages"
IN_THREADS: Final = "send_messages_in_threads"
"""What it takes in a thread, where the other one counts for nothing."""
LABELS: Final = {
    "view_channel": "View Channel",
    IN_CHANNELS: "Send Messages",
    IN_THREADS: "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
}


def missing_rights(interaction: Interaction, rights: Iterable[str]) -> tuple[str, ...]:
    """Of some permissions those the bot lacks where an interaction came from."""
    if isinstance(interaction.channel, discord.Thread):
        rights = (IN_THREADS if right == IN_CHANNELS else right for right in rights)
    return tuple(right for right in rights if not getattr(interaction.app_permissions, right))


def labelled(rights: tuple[str, ...]) -> str:
    """Permissions as Discord calls them."""
    *others, last = (LABELS[right] for right in rights)
    return f"{', '.join(others)} and {last}" if others else last
