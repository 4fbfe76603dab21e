"""Pages of long lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list: its lines and number, and how many pages and lines there are."""

    lines: tuple[T, ...]
    page: int
    """The page number, from 0; a request beyond the end gives the last page."""
    pages: int
    """At least 1."""
    total: int
    """Lines on all pages."""


class OnPage(NamedTuple):
    """A page number, from 0, and the number of pages."""

    page: int
    pages: int


def place_on(page: int, size: int, total: int) -> OnPage:
    """The page of a list of ``total`` lines, ``size`` a page, or the nearest page; an empty list has one."""
    pages = max(1, -(-total // size))
    return OnPage(min(max(page, 0), pages - 1), pages)
