"""A daily deal compared: among all who have played it, and with a computer on the same seat."""

from __future__ import annotations

from collections.abc import Collection
from statistics import median
from typing import NamedTuple


class Comparison(NamedTuple):
    """How somebody did. Compared is how many points the own side is ahead of the other."""

    ahead: int
    played: int
    """How many have played it, oneself included."""
    place: int
    """Where one came in, from 1; equals share a place, and the next one is left out."""
    is_shared: bool
    best: int
    middle: int
    """Half of them did no better, half no worse; rounded where it lies between two."""


def compared(own: int, everyone: Collection[int]) -> Comparison:
    """How far somebody was ahead, among everyone who has played: themselves, too."""
    return Comparison(
        ahead=own,
        played=len(everyone),
        place=1 + sum(other > own for other in everyone),
        is_shared=sum(other == own for other in everyone) > 1,
        best=max(everyone),
        middle=round(median(everyone)),
    )
