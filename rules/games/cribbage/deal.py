"""The state of a deal of Simplified Cribbage."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat

HAND: Final = 5
MOST: Final = 31
POINTS: Final = {15: 2, 20: 2, 25: 2, 30: 2, MOST: 3}
"""Points for reaching a count."""
GO: Final = 1
"""Points for the last card before all have passed."""
FIFTEEN: Final = 2
"""Points for each combination of a hand that adds up to 15."""


class Deal(NamedTuple):
    """Cards dealt and held, the stock, the seat in turn, the current count, and the points so far."""

    dealt: tuple[CardSet, ...]
    hands: tuple[CardSet, ...]
    turn: Seat
    points: tuple[int, ...]
    """Points of each seat in this deal."""
    stock: tuple[Card, ...]
    """The cards not dealt, unseen."""
    played: tuple[tuple[Seat, Card], ...] = ()
    """Every card played, in order."""
    run: int = 0
    """Number of cards played to the current count."""
    passed: tuple[Seat, ...] = ()
    """Seats that have passed in the current count."""

    @property
    def in_count(self) -> tuple[Card, ...]:
        """The cards played to the current count."""
        return tuple(card for _, card in self.played[len(self.played) - self.run :])

    @property
    def reached(self) -> int:
        """The current count: the sum of the numbers of its cards; 0 before the first."""
        return sum(card.rank for card in self.in_count)

    def __repr__(self) -> str:
        return f"<deal, {len(self.played)} cards played>"
