"""How people who are forgotten were called: what may name them still."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

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
