"""Who stands in the place of people who are forgotten: a number no Discord id has, and one name for all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

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


UNSAID: Final = "-"
"""What is left of a reason that tells of a person who is forgotten."""


class Known(NamedTuple):
    """What is known of how a person was called."""

    number: str
    """The one they have everywhere."""
    names: Mapping[int, set[str]]
    """In each server."""
    left: set[int]
    """Tables they have left, perhaps under another name."""

    def at(self, guild_id: int, table_id: int) -> set[str] | None:
        """What may stand for them at a table; None where that is not known."""
        return None if table_id in self.left else {self.number, *self.names.get(guild_id, ())}


def is_named(names: Iterable[str] | None, reason: str) -> bool:
    """Whether a reason may name a person; any may where they have left, and nobody knows their name.

    A name that is a part of a longer word is none.
    """
    said = reason.replace("\\", "").casefold()
    words = (re.escape(name.strip("“”").casefold()) for name in names or ())
    return names is None or any(re.search(f"(?<![a-z0-9]){word}(?![a-z0-9])", said) for word in words if word)
