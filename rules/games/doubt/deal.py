"""The state of a deal of I Doubt It: hands, the center, and the card that may be doubted."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat
from rules.games.race import Window

MOST_PLAYS: Final = 5000
"""Cards played before a deal is stopped; the fewest cards win. No rule book ends an endless deal."""


class Claim(NamedTuple):
    """A card played face down, its player, and the number called."""

    player: Seat
    card: Card
    called: int

    @property
    def is_true(self) -> bool:
        """Whether the card has the number called."""
        return self.card.rank == self.called

    def __repr__(self) -> str:
        return f"<a card of {self.player}, called {self.called}>"


class Deal(NamedTuple):
    """Hands, the seat in turn, the number to call, the center, and the card that may be doubted."""

    hands: tuple[CardSet, ...]
    turn: Seat
    number: int
    """The number to be called next, 1 to 14."""
    center: tuple[Card, ...] = ()
    claim: Claim | None = None
    """The card that may be doubted; None while the next card is chosen."""
    window: Window | None = None
    """The window for doubts; None without a claim."""
    plays: int = 0

    def __repr__(self) -> str:
        return f"<deal, {len(self.center)} cards in the center>"
