"""One deal of Rook Clock Pastime: fourteen piles, and what comes of turning a card."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card

ALL: Final = 56
PILES: Final = 14
FIRST: Final = 1
"""One o'clock, where the first card is turned."""
DEALT: Final = (12, *range(1, 12), 13, 14)
"""The piles in the order they are dealt: the circle from the top, then the two in the center."""


class Deal(NamedTuple):
    """The piles from 1 to 14: the cards face down, the top one last, and those that came home under it."""

    hidden: tuple[tuple[Card, ...], ...]
    home: tuple[tuple[Card, ...], ...] = ((),) * PILES
    pile: int = FIRST
    """Where the next card is turned, 1 to 14."""

    @property
    def turned(self) -> int:
        """How many cards have been turned, each of which is home."""
        return sum(map(len, self.home))

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to turn where the next card would be: it is the pile of the 1s."""
        return not self.hidden[self.pile - 1]

    def __repr__(self) -> str:
        return f"<deal, {self.turned} cards turned>"


def turned(deal: Deal) -> tuple[Deal, Card]:
    """Turn the next card and put it under the pile of its number."""
    place = deal.pile - 1
    one = deal.hidden[place][-1]
    hidden = (*deal.hidden[:place], deal.hidden[place][:-1], *deal.hidden[place + 1 :])
    target = one.rank - 1
    home = (*deal.home[:target], (*deal.home[target], one), *deal.home[target + 1 :])
    return Deal(hidden, home, one.rank), one
