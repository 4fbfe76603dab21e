"""The state of a game of Match: face-down hands, and the pile with the card to match."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card
from rules.core.decisions import Seat

LAST_PILES: Final = 5
"""Piles played once only two players are left."""
MOST_PLAYS: Final = 5000
"""Cards turned before a game is stopped; the most cards win. No rule book ends an endless game."""


class Deal(NamedTuple):
    """Face-down hands, the pile in the center, and the player in turn."""

    hands: tuple[tuple[Card, ...], ...]
    """By seat, the top card first."""
    turn: Seat
    pile: tuple[Card, ...] = ()
    more: int | None = None
    """Piles still to be taken once only two players are left; None before."""
    plays: int = 0

    def __repr__(self) -> str:
        return f"<deal, {len(self.pile)} cards in the pile>"

    @property
    def holders(self) -> tuple[Seat, ...]:
        """The seats that still have cards."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)
