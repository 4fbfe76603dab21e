"""How a room declares what is given out of a person's data."""

from __future__ import annotations

from typing import Final, NamedTuple


class Kind(NamedTuple):
    """One kind of thing that is kept of people."""

    columns: tuple[str, ...]
    rest: str
    """Where they stand, and which rows are a person's: a ? is the person."""


THEIRS: Final = "first = ? OR second = ?"
"""Which rows are a person's, alone or with a partner."""
