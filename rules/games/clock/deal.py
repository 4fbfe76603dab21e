"""The state of a deal of Rook Clock Pastime, and turning a card."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card
from rules.games.frame import replaced

ALL: Final = 56
PILES: Final = 14
FIRST: Final = 1
"""One o'clock, where the first card is turned."""
DEALT: Final = (12, *range(1, 12), 13, 14)
"""The piles in dealing order: the circle from the top, then the two in the center."""


class Deal(NamedTuple):
    """Piles 1 to 14: the face-down cards of each, the top one last, and the turned cards under it (home)."""

    hidden: tuple[tuple[Card, ...], ...]
    home: tuple[tuple[Card, ...], ...] = ((),) * PILES
    pile: int = FIRST
    """Pile of the next card to turn, 1 to 14."""

    @property
    def turned(self) -> int:
        """Number of cards turned; each lies under the pile of its number."""
        return sum(map(len, self.home))

    @property
    def is_over(self) -> bool:
        """Whether the next pile has no card to turn. That is always the pile of the 1s."""
        return not self.hidden[self.pile - 1]

    def __repr__(self) -> str:
        return f"<deal, {self.turned} cards turned>"


def turned(deal: Deal) -> tuple[Deal, Card]:
    """Turn the next card and put it under the pile of its number. Returns the deal and the card."""
    place = deal.pile - 1
    one = deal.hidden[place][-1]
    hidden = replaced(deal.hidden, place, deal.hidden[place][:-1])
    target = one.rank - 1
    home = replaced(deal.home, target, (*deal.home[target], one))
    return Deal(hidden, home, one.rank), one
