"""Who stands in the place of people who are forgotten: a number no Discord id has, and one name for all."""

from __future__ import annotations

from typing import Final

from bot.common.text import clean, kept_name

FORMER_PLAYER: Final = "a former player"
MOST_FORMER: Final = 4_194_303
"""Former players have the numbers from 1 to this one: Discord gave nobody so small a one."""


def is_former(user_id: int | None, name: str) -> bool:
    """Whether a number and a name that are stored together are a former player's."""
    return user_id is not None and user_id <= MOST_FORMER and name == FORMER_PLAYER


def shown_name(user_id: int | None, name: str, limit: int) -> str:
    """A stored name as it is shown: of a person it is no word of the bot's own."""
    is_own = user_id is None or is_former(user_id, name)
    return clean(name, limit) if is_own else kept_name(name, limit)


def has_account(user_id: int) -> bool:
    """Whether a stored id is an account's: Discord is never asked about a number given to a former player."""
    return user_id > MOST_FORMER
