"""Versions of the rules: a match is played to its end, and replayed, by the version it began with.

A rule that changed says so where it is coded ("Version 1: …"). If only the book's default of an option
changed, the old default is listed here: options stored with a match are only those that differ from the book.
`docs/versions.md` lists all changes.
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
"""By version, then game key: the defaults of the book in that version which the next one changed."""


def with_old_defaults(key: str, options: Mapping[str, OptionValue], version: int) -> dict[str, OptionValue]:
    """``options`` stored under ``version``, completed by the old values of defaults changed since then."""
    meant: dict[str, OptionValue] = {}
    for old in range(NEWEST - 1, version - 1, -1):
        meant |= EARLIER.get(old, {}).get(key, {})
    return meant | dict(options)
