"""The state of a deal of Old Rook Solitaire, its legal moves, and turning up cards."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.actions import Put
from rules.core.cards import RANKS, Card, Color, card
from rules.games.frame import replaced

PILES: Final = 14
HOME: Final = PILES + 1
"""Place of the red home pile; those of the other colors follow."""
ALL: Final = 56
FITS_ON: Final = {
    card(color, rank): tuple(card(other, rank + 1) for other in Color if other != color and rank < RANKS)
    for color in Color
    for rank in range(1, RANKS + 1)
}
"""For each card, those it may be moved onto: a number higher, of another color."""


class Pile(NamedTuple):
    """One of the fourteen piles, from the bottom: 14s put under it, face-down cards, face-up cards."""

    under: tuple[Card, ...]
    hidden: tuple[Card, ...]
    shown: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"<pile of {len(self.under) + len(self.hidden) + len(self.shown)}>"


class Layout(NamedTuple):
    """The piles, and the highest number home in each color; 0 before the 1."""

    piles: tuple[Pile, ...]
    home: tuple[int, int, int, int]

    @property
    def score(self) -> int:
        """Number of cards on the home piles."""
        return sum(self.home)

    def __repr__(self) -> str:
        return f"<layout, {self.score} cards home>"


class Deal(NamedTuple):
    """The layout, the earlier ones for taking back, and the number of moves taken back."""

    layout: Layout
    past: tuple[Layout, ...] = ()
    undone: int = 0

    def __repr__(self) -> str:
        return f"<deal, {self.layout.score} cards home>"


def turned_up(layout: Layout, index: int) -> tuple[Layout, tuple[Card, ...]]:
    """Turn up the top of a pile without face-up cards. Returns the layout and the cards turned.

    A 14 goes under the pile unless only 14s are left there; a 1 goes home at once.
    """
    (under, hidden, shown), home = layout.piles[index], list(layout.home)
    turned: list[Card] = []
    while not shown and (hidden or under):
        if not hidden:
            shown, under = under[-1:], under[:-1]
            turned += shown
            continue
        top, hidden = hidden[-1], hidden[:-1]
        turned.append(top)
        if top.rank == RANKS and hidden:
            under = (top, *under)
        elif top.color is not None and top.rank == 1:
            home[top.color] = 1
        else:
            shown = (top,)
    red, yellow, green, black = home
    after = Layout(replaced(layout.piles, index, Pile(under, hidden, shown)), (red, yellow, green, black))
    return after, tuple(turned)


def legal_moves(layout: Layout) -> list[Put]:
    """Every card that may go home, and every sequence that may go onto another pile."""
    # A sequence always moves whole, so each move brings a card home, turns one up or empties a pile:
    # no endless shuffling, and no move that R-89 would make optional.
    tops = {pile.shown[-1]: number for number, pile in enumerate(layout.piles, start=1) if pile.shown}
    moves = [
        Put((card(color, top + 1),), HOME + color)
        for color, top in zip(Color, layout.home, strict=True)
        if top < RANKS and card(color, top + 1) in tops
    ]
    for pile in layout.piles:
        if pile.shown:
            moves += [Put(pile.shown, tops[onto]) for onto in FITS_ON[pile.shown[0]] if onto in tops]
    return moves


def moved(layout: Layout, move: Put) -> tuple[Layout, tuple[Card, ...]]:
    """The layout after a move, and the cards it turned up."""
    source = next(index for index, pile in enumerate(layout.piles) if pile.shown[-1:] == move.cards[-1:])
    pile = layout.piles[source]
    piles = replaced(layout.piles, source, pile._replace(shown=pile.shown[: -len(move.cards)]))
    home = layout.home
    if move.place >= HOME:
        red, yellow, green, black = (
            top + (color == move.place - HOME) for color, top in zip(Color, home, strict=True)
        )
        home = (red, yellow, green, black)
    else:
        onto = piles[move.place - 1]
        piles = replaced(piles, move.place - 1, onto._replace(shown=onto.shown + move.cards))
    return turned_up(Layout(piles, home), source)
