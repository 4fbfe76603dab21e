"""Channel permissions the bot needs: which ones it lacks, and Discord's names for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord

from cogs.ui.items import Interaction
from rules.core.words import listed

IN_CHANNELS: Final = "send_messages"
IN_THREADS: Final = "send_messages_in_threads"
"""Replaces ``IN_CHANNELS`` in threads."""
LABELS: Final = {
    "view_channel": "View Channel",
    IN_CHANNELS: "Send Messages",
    IN_THREADS: "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "create_private_threads": "Create Private Threads",
    "attach_files": "Attach Files",
}
WITHOUT: Final = {
    "view_channel": "no table can be here.",
    IN_CHANNELS: "no table can be here.",
    IN_THREADS: "no table can be in a thread.",
    "create_public_threads": "no table opens in a thread of its own, and no progressive party does.",
    "create_private_threads": "no evening of duplicate deals opens.",
    "attach_files": "a table shows no picture of the deal that has just ended. Its words say the same.",
}
"""What doesn't work without each permission."""
IN_TEXT_CHANNELS: Final = frozenset({IN_THREADS, "create_public_threads", "create_private_threads"})
"""Permissions that matter only in channels that can have threads."""


def missing_rights(interaction: Interaction, rights: Iterable[str]) -> tuple[str, ...]:
    """Those of ``rights`` that the bot lacks in an interaction's channel."""
    if isinstance(interaction.channel, discord.Thread):
        rights = (IN_THREADS if right == IN_CHANNELS else right for right in rights)
    return tuple(right for right in rights if not getattr(interaction.app_permissions, right))


def missing_in(channel: discord.abc.GuildChannel, rights: Iterable[str]) -> tuple[str, ...]:
    """Those of ``rights`` that the bot lacks in a channel; empty while its permissions are unknown."""
    me: discord.Member | None = channel.guild.me
    if me is None:
        return ()
    mine = channel.permissions_for(me)
    return tuple(right for right in rights if not getattr(mine, right))


def lacking(interaction: Interaction) -> list[str]:
    """A line for each permission the bot uses but lacks in an interaction's channel, with the consequence."""
    has_threads = isinstance(interaction.channel, discord.TextChannel)
    used = (right for right in WITHOUT if has_threads or right not in IN_TEXT_CHANNELS)
    return [f"Without **{LABELS[right]}** {WITHOUT[right]}" for right in missing_rights(interaction, used)]


def permissions(rights: tuple[str, ...]) -> str:
    """Discord's names of permissions, for a sentence: ``the permission Send Messages``."""
    return f"the permission{'s' if len(rights) > 1 else ''} {listed([LABELS[right] for right in rights])}"
