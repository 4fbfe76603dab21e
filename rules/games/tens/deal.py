"""The state of a game of Tens: face-down hands, and the pile with the card to slap."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.games.race import Window

ENOUGH: Final = 30
"""Number of cards in a hand that ends the game."""
MOST_TURNS: Final = 2000
"""Cards turned before a game is stopped; the most cards win. No rule book ends an endless game."""


class Deal(NamedTuple):
    """Face-down hands, the pile, and the window for slaps on its top card."""

    hands: tuple[tuple[Card, ...], ...]
    """By seat, the top card first."""
    pile: tuple[Card, ...]
    """The top card last; odd cards of the deal and penalty cards lie face down at the bottom."""
    turn: Seat
    """The seat that turned the top card."""
    window: Window
    turns: int

    def __repr__(self) -> str:
        return f"<deal, {len(self.pile)} cards in the pile>"

    @property
    def holders(self) -> tuple[Seat, ...]:
        """The seats that still have cards."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)
