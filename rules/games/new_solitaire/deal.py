"""The state of a deal of New Rook Solitaire, and which card fits onto which."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.scores import ScoreItem

PARKED: Final = 35
PILE: Final = 0
"""The place of the playing pile."""
DEALS_EACH: Final = 3
"""Deals of each player in a match of several; a single player has one."""


class Layout(NamedTuple):
    """The columns with the playable card last, the hand with the next card first, and the playing pile."""

    columns: tuple[tuple[Card, ...], ...]
    hand: tuple[Card, ...]
    pile: tuple[Card, ...] = ()

    @property
    def parked(self) -> int:
        """Number of cards left in the columns."""
        return sum(map(len, self.columns))

    @property
    def score(self) -> int:
        """Minus the parked cards; if there are none, the cards left in the hand."""
        return -self.parked if self.parked else len(self.hand)

    @property
    def is_out(self) -> bool:
        """Whether no card can be turned or played."""
        return not (self.hand or playable(self))

    def __repr__(self) -> str:
        return f"<layout, {self.parked} parked>"


class Deal(NamedTuple):
    """The player, layout, earlier layouts since a card was turned, and the number of moves taken back."""

    player: Seat
    layout: Layout
    past: tuple[Layout, ...] = ()
    undone: int = 0

    def __repr__(self) -> str:
        return f"<deal of {self.player}, {self.layout.parked} parked>"


class Together(NamedTuple):
    """Deals that all players play at once with the same cards, and the score items of those that are over."""

    deals: tuple[Deal, ...]
    """By seat."""
    ended: tuple[tuple[ScoreItem, ...] | None, ...]
    """By seat; None while that deal is being played."""

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that have not ended their deal."""
        return tuple(seat for seat, items in enumerate(self.ended) if items is None)

    def __repr__(self) -> str:
        return f"<deals of {len(self.deals)}, {len(self.playing)} under way>"


def playable(layout: Layout) -> list[int]:
    """The indexes of columns with a last card that fits onto the playing pile."""
    if not layout.pile:
        return []
    top = layout.pile[-1]
    return [index for index, cards in enumerate(layout.columns) if cards and fits(cards[-1], top)]


def fits(one: Card, top: Card) -> bool:
    """Whether ``one`` may go onto ``top``: a number higher or lower, or a 14 onto a 1 but not back (R-90)."""
    return abs(one.rank - top.rank) == 1 or (one.rank == 14 and top.rank == 1)


def put(layout: Layout, one: Card) -> Layout:
    """The layout after ``one``, the last card of a column, went onto the playing pile."""
    columns = tuple(cards[:-1] if cards[-1:] == (one,) else cards for cards in layout.columns)
    return layout._replace(columns=columns, pile=(*layout.pile, one))
