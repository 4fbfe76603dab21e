"""A measured figure and its bound."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Amount(NamedTuple):
    """How much of something one place has."""

    number: int
    place: str

    def __str__(self) -> str:
        return f"{self.place} {self.number}"


class Measured(NamedTuple):
    """One figure of the structure, and the places it comes from, the worst first."""

    number: float
    places: tuple[str, ...] = ()


def most(amounts: Iterable[Amount]) -> Measured:
    """The largest of some amounts, or zero without any."""
    ordered = sorted(amounts, key=lambda amount: (-amount.number, amount.place))
    return Measured(ordered[0].number if ordered else 0, tuple(map(str, ordered)))


def number_of(places: Iterable[object]) -> Measured:
    """How many places there are."""
    ordered = tuple(sorted(map(str, places)))
    return Measured(len(ordered), ordered)
