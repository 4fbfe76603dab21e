"""Records of the ledger that several rooms read: plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from bot.models.credits import Credit, Entrant

T = TypeVar("T")


class Named(NamedTuple):
    """A player or a pair with their latest names, as stored."""

    entrant: Entrant
    names: tuple[str, ...]


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


class StoredCredit(NamedTuple):
    """A league result, and when its match ended, in epoch seconds."""

    credit: Credit
    finished_at: float
