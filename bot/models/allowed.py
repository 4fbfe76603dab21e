"""What players may do at a table beside playing."""

from __future__ import annotations

from typing import Final, NamedTuple


class Allowed(NamedTuple):
    """As the table's host has settled it."""

    hints: bool = True
    """Ask what a computer would do; never where the match counts."""
    phrases: bool = True
    """Say fixed phrases."""

    def but(self, hints: bool | None, phrases: bool | None) -> Allowed:
        """The same, but for what is said; None for what is not."""
        return Allowed(self.hints if hints is None else hints, self.phrases if phrases is None else phrases)


ALL_ALLOWED: Final = Allowed()
