"""Users who have their data deleted, and their names, to find them in stored reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

UNSAID: Final = "-"
"""Replaces a reason that names a user who had their data deleted."""
ONLY_IN_COPIES: Final = 0
"""As ``former_id``: the user's data is deleted from the database, but not yet from its copies and backups."""


class Forgetting(NamedTuple):
    """A user having their data deleted, and the former player's number that replaces their id."""

    user_id: int
    former_id: int


class Known(NamedTuple):
    """All known names of one user."""

    number: str
    """The Discord user id as text."""
    names: Mapping[int, set[str]]
    """Recorded names, by server id."""
    left: set[int]
    """Ids of tables the user has left, perhaps under a name not recorded."""

    def at(self, guild_id: int, table_id: int) -> set[str] | None:
        """Words that may name the user in reasons at a table; None if their name there is not known."""
        return None if table_id in self.left else {self.number, *self.names.get(guild_id, ())}


def is_named(names: Iterable[str] | None, reason: str) -> bool:
    """Whether a reason contains one of the names as a whole word. True if ``names`` is None (not known)."""
    said = reason.replace("\\", "").casefold()
    words = (re.escape(name.strip("“”").casefold()) for name in names or ())
    return names is None or any(re.search(f"(?<![a-z0-9]){word}(?![a-z0-9])", said) for word in words if word)
