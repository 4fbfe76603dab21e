"""One game of Match: packs face down, and the pile whose first card is to be matched."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card
from rules.core.decisions import Seat

LAST_PILES: Final = 5
"""Piles that are played when only two are left."""
MOST_PLAYS: Final = 5000
"""After so many cards the most win: nothing in the books ends a game that goes round for ever."""


class Deal(NamedTuple):
    """One game: packs face down, the pile in the center, and whose turn it is."""

    hands: tuple[tuple[Card, ...], ...]
    """The top card first."""
    turn: Seat
    pile: tuple[Card, ...] = ()
    more: int | None = None
    """Piles still to be taken, once only two players are left."""
    plays: int = 0

    def __repr__(self) -> str:
        return f"<deal, {len(self.pile)} cards in the pile>"

    @property
    def holders(self) -> tuple[Seat, ...]:
        """Who still has cards."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)
