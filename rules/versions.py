"""Versions of the rules: a match goes on as it began, though a book has been read better since.

Where nobody agrees on an option, a game is played by its book. If another value turns out to be the
book's, the value from before is kept here, and what was agreed on then means what it meant then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.protocol import OptionValue

EARLIER: Final[Mapping[str, tuple[Mapping[str, OptionValue], ...]]] = {
    # 1988 booklet, Panjandrum, 5: players give cards "from either their Hand or Delay Pile".
    "panjandrum_1988": ({"giver_chooses": False},),
}
"""By the key of a game, for each version before the present one: values that are not its book's any more."""


def version_of(key: str) -> int:
    """The version by which a match of a game begins; the first is 1."""
    return len(EARLIER.get(key, ())) + 1


def as_meant(key: str, options: Mapping[str, OptionValue], version: int) -> dict[str, OptionValue]:
    """The options that mean now what these meant in a version of the game's rules."""
    meant: dict[str, OptionValue] = {}
    for values in reversed(EARLIER.get(key, ())[version - 1 :]):
        meant |= values
    return meant | dict(options)
