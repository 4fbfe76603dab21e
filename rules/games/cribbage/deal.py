"""One deal of Simplified Cribbage: hands, the present count, and the points made so far."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat

HAND: Final = 5
MOST: Final = 31
POINTS: Final = {15: 2, 20: 2, 25: 2, 30: 2, MOST: 3}
"""What making a count scores."""
GO: Final = 1
"""For the last card before nobody can play."""
FIFTEEN: Final = 2
"""For each combination of a hand that adds up to 15."""


class Deal(NamedTuple):
    """One deal: what was dealt and what is held, the present count, and the points made so far."""

    dealt: tuple[CardSet, ...]
    hands: tuple[CardSet, ...]
    turn: Seat
    points: tuple[int, ...]
    """What each seat has scored in this deal."""
    stock: tuple[Card, ...]
    """The cards that were not dealt, which nobody sees."""
    played: tuple[tuple[Seat, Card], ...] = ()
    """Every card played, in order."""
    run: int = 0
    """How many of the cards played belong to the present count."""
    passed: tuple[Seat, ...] = ()
    """Who cannot play to the present count any more."""

    @property
    def in_count(self) -> tuple[Card, ...]:
        """The cards played to the present count."""
        return tuple(card for _, card in self.played[len(self.played) - self.run :])

    @property
    def reached(self) -> int:
        """The present count."""
        return sum(card.rank for card in self.in_count)

    def __repr__(self) -> str:
        return f"<deal, {len(self.played)} cards played>"
