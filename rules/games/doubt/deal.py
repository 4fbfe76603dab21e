"""One deal of I Doubt It: hands, the center, and the card that may be doubted."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat
from rules.games.race import Window

MOST_PLAYS: Final = 5000
"""After so many cards the fewest win: nothing in the books ends a deal that goes round for ever."""


class Claim(NamedTuple):
    """A card as it was played: whose, which, and the number called."""

    player: Seat
    card: Card
    called: int

    @property
    def is_true(self) -> bool:
        """Whether it is what was called."""
        return self.card.rank == self.called

    def __repr__(self) -> str:
        return f"<a card of {self.player}, called {self.called}>"


class Deal(NamedTuple):
    """One deal: who holds what, what lies in the center, and the card that may be doubted."""

    hands: tuple[CardSet, ...]
    turn: Seat
    number: int
    """The number to be called next, 1 to 14."""
    center: tuple[Card, ...] = ()
    claim: Claim | None = None
    """The card that may be doubted; None while the next is chosen."""
    window: Window | None = None
    """Who answers whether it is believed, as long as there is a claim."""
    plays: int = 0

    def __repr__(self) -> str:
        return f"<deal, {len(self.center)} cards in the center>"
