"""One game of Tens: packs face down, and the pile whose top card may be slapped."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.games.race import Window

ENOUGH: Final = 30
"""A stack of so many cards ends the game."""
MOST_TURNS: Final = 2000
"""After so many cards the most win: nothing in the books ends a game that goes round for ever."""


class Deal(NamedTuple):
    """One game: packs face down, the pile, and the window that is open on its top card."""

    hands: tuple[tuple[Card, ...], ...]
    """The top card first."""
    pile: tuple[Card, ...]
    """The top card last; odd cards of the deal and paid ones lie below, face down."""
    turn: Seat
    """Who turned the top card."""
    window: Window
    turns: int

    def __repr__(self) -> str:
        return f"<deal, {len(self.pile)} cards in the pile>"

    @property
    def holders(self) -> tuple[Seat, ...]:
        """Who still has cards."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)
