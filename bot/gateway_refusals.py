"""Why Discord has closed a connection for good, in sentences that say what to do.

Codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import discord

LOGIN_REFUSED: Final = (
    "Discord does not accept the token in DISCORD_TOKEN. Copy it again from the developer portal "
    "(your application, Bot, Reset Token) into .env."
)
TOO_FEW_SHARDS: Final = 4011
NOT_ALLOWED: Final = 4014
REFUSALS: Final[Mapping[int, str]] = MappingProxyType(
    {
        4004: LOGIN_REFUSED,
        4010: (
            "Discord refuses the numbers of the bot's shards (code 4010). Set ROOKERY_SHARDS to the number "
            "of all shards, the same for every process, or leave it out."
        ),
        TOO_FEW_SHARDS: (
            "Discord demands more shards for so many servers (code 4011). Set ROOKERY_SHARDS to at least one "
            "for 2,500 servers, or leave it out: then the bot asks Discord for the number at its next start."
        ),
        4012: "Discord no longer takes what this version of Rookery speaks (code 4012). Update Rookery.",
        4013: "Discord does not know what this version of Rookery asks for (code 4013). Update Rookery.",
        NOT_ALLOWED: (
            "Discord does not allow this application what Rookery asks for, though it needs no privileged "
            "intent (code 4014). Update Rookery; if that doesn't help, see in the developer portal whether "
            "the application is restricted."
        ),
    }
)
"""Sentences by the close codes after which a retry cannot help."""


def code_of(error: discord.ConnectionClosed | discord.PrivilegedIntentsRequired) -> int:
    """The close code of a connection that discord.py does not open again."""
    return NOT_ALLOWED if isinstance(error, discord.PrivilegedIntentsRequired) else error.code
