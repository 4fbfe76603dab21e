"""What becomes of an answer on its way to Discord: it may be lost, and all the same have arrived."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from cogs.ui.discord_codes import (
    ANSWERED_ALREADY,
    INVALID_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
)
from cogs.ui.items import TROUBLE

if TYPE_CHECKING:
    from discord.interactions import InteractionCallbackResponse

_NOBODY_THERE: Final = frozenset({UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, INVALID_TOKEN})
_CODES: Final = _NOBODY_THERE | {UNKNOWN_MESSAGE, ANSWERED_ALREADY}


def loss_of(error: BaseException) -> str | None:
    """Why an answer was lost, where Discord or the one who asked went away; None for anything else."""
    match error:
        case discord.HTTPException() if error.code in _CODES:
            return str(error.code)
        case discord.HTTPException() if error.status == 429 or error.status >= 500:
            return str(error.status)
        case discord.RateLimited():
            return "429"
        case aiohttp.ClientError() | ConnectionError() | TimeoutError():
            return "connection"
        case _:
            return None


def is_nobody_there(error: BaseException) -> bool:
    """Whether an interaction can't be answered any more, in no way."""
    return isinstance(error, discord.HTTPException) and error.code in _NOBODY_THERE


async def message_of(
    interaction: discord.Interaction[Any], answer: Awaitable[InteractionCallbackResponse[Any] | None]
) -> int:
    """Give an answer that is a message; returns the message's id, even where what Discord said was lost.

    Raises:
        discord.DiscordException, aiohttp.ClientError, OSError: it has not arrived, as far as can be known.
    """
    try:
        response = await answer
    except TROUBLE as error:
        if loss_of(error) is None or is_nobody_there(error) or is_unknown_message(error):
            raise
        try:
            return (await interaction.original_response()).id
        except TROUBLE:
            raise error from None
    if response is None or response.message_id is None:
        return (await interaction.original_response()).id
    return response.message_id


def is_unknown_message(error: BaseException) -> bool:
    """Whether the message that was pressed has been deleted meanwhile."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_MESSAGE
