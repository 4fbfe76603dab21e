"""What several rooms read of the book: plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from bot.models.credits import Credit, Entry

T = TypeVar("T")


class Named(NamedTuple):
    """A player or a pair, and what they were last called: names as they are stored."""

    entry: Entry
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some lines of a longer list."""

    lines: tuple[T, ...]
    page: int
    """From 0; a page asked for beyond the last is the last."""
    pages: int
    """At least 1."""
    total: int
    """Lines on all pages."""


class StoredCredit(NamedTuple):
    """What a match gave, and when it was over."""

    credit: Credit
    finished_at: float
