"""Groups bids of many heights into as many bars as a phone shows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.pictures.values import BidsAt

MOST_BARS: Final = 10
_WIDTHS: Final = (1, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
"""Widths of a group, round numbers."""


def grouped(heights: Sequence[BidsAt]) -> list[BidsAt]:
    """The bids in at most ``MOST_BARS`` ranges of equal width, empty ones left out; else all in one."""
    found = sorted((height for height in heights if height.bids), key=lambda height: height.lowest)
    for width in _WIDTHS:
        groups = _groups(found, width)
        if len(groups) <= MOST_BARS:
            return groups
    return [_merged(found)]


def _groups(found: Sequence[BidsAt], width: int) -> list[BidsAt]:
    return [_merged(list(group)) for _, group in groupby(found, lambda height: height.lowest // width)]


def _merged(group: Sequence[BidsAt]) -> BidsAt:
    return BidsAt(
        group[0].lowest,
        max(height.highest for height in group),
        sum(height.made for height in group),
        sum(height.failed for height in group),
    )
