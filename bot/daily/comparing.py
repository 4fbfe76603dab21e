"""The comparison of a daily deal among all who played it."""

from __future__ import annotations

from collections.abc import Collection
from statistics import median
from typing import NamedTuple


class Comparison(NamedTuple):
    """A player's result among all. Compared are points ahead: own side minus other side."""

    ahead: int
    played: int
    """Number of players, this one included."""
    place: int
    """Place from 1; equal results share one, and the next place is skipped."""
    is_shared: bool
    best: int
    middle: int
    """The median, rounded."""


def compared(own: int, everyone: Collection[int]) -> Comparison:
    """Compare a player's points ahead with ``everyone``, which includes the player."""
    return Comparison(
        ahead=own,
        played=len(everyone),
        place=1 + sum(other > own for other in everyone),
        is_shared=sum(other == own for other in everyone) > 1,
        best=max(everyone),
        middle=round(median(everyone)),
    )
