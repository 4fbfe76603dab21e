"""How a room declares its part of the export of a user's data."""

from __future__ import annotations

from typing import Final, NamedTuple


class Kind(NamedTuple):
    """One kind of stored user data, as parts of a SELECT."""

    columns: tuple[str, ...]
    rest: str
    """The rest of the SELECT after the columns: ``FROM … WHERE …``, each ``?`` being the user's id."""


THEIRS: Final = "first = ? OR second = ?"
"""Condition for rows of a user alone or with a partner."""
