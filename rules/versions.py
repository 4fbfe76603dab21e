"""Versions of the rules: a match is played to its end, and read again, by the one it began with.

What is read otherwise than before stands beside the rule it concerns ("Version 1: …"). Where it is but
another value of an option, it stands here: nobody agrees on what the book says, so what was agreed on then
means what it meant then. `docs/versions.md` lists all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.protocol import OptionValue

NEWEST: Final = 2
"""The version new matches are played by; the first is 1."""
EARLIER: Final[Mapping[int, Mapping[str, Mapping[str, OptionValue]]]] = {
    # 1988 booklet, Panjandrum, 5: players give cards "from either their Hand or Delay Pile".
    # Older rule books, Cordova: 31 "is, of course, the maximum bid", though 32 can be taken.
    1: {"panjandrum_1988": {"giver_chooses": False}, "cordova": {"max_bid": "total"}},
}
"""By version and key of a game: the values its book had, which the next version reads otherwise."""


def as_meant(key: str, options: Mapping[str, OptionValue], version: int) -> dict[str, OptionValue]:
    """The options that mean now what these meant in a version of the rules."""
    meant: dict[str, OptionValue] = {}
    for later in range(NEWEST - 1, version - 1, -1):
        meant |= EARLIER.get(later, {}).get(key, {})
    return meant | dict(options)
