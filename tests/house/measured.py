"""A measured figure and its bound."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Amount(NamedTuple):
    """The value of a figure at one place."""

    number: int
    place: str

    def __str__(self) -> str:
        return f"{self.place} {self.number}"


class Measured(NamedTuple):
    """A figure's value, and the places it comes from, worst first."""

    number: float
    places: tuple[str, ...] = ()


def most(amounts: Iterable[Amount]) -> Measured:
    """The largest of some amounts, or zero without any."""
    ordered = sorted(amounts, key=lambda amount: (-amount.number, amount.place))
    return Measured(ordered[0].number if ordered else 0, tuple(map(str, ordered)))


def number_of(places: Iterable[object]) -> Measured:
    """The number of places."""
    ordered = tuple(sorted(map(str, places)))
    return Measured(len(ordered), ordered)
