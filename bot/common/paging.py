"""Which page of a list is shown."""

from __future__ import annotations

from typing import NamedTuple


class OnPage(NamedTuple):
    """A page, from 0, of so many."""

    page: int
    pages: int


def place_on(page: int, size: int, total: int) -> OnPage:
    """The page that is asked for, or the nearest there is; an empty list has one page."""
    pages = max(1, -(-total // size))
    return OnPage(min(max(page, 0), pages - 1), pages)
