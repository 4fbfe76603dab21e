"""One game of Panjandrum: the piles, the card that may be called, and the fine that is paid."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.games.panjandrum.piles import Piles, Tops
from rules.games.race import Window

MOST_TURNS: Final = 2000
"""After so many turns the fewest cards win: nothing in the books ends a game that goes round for ever."""


class Move(NamedTuple):
    """A card just laid, that may be called."""

    seat: Seat
    card: Card
    place: int
    was_lifted: bool
    before: Tops
    """What showed before it was laid."""
    is_wrong: bool

    def __repr__(self) -> str:
        return f"<move of {self.seat}>"


class Fine(NamedTuple):
    """Cards still to be given for a mistake, or for a false call."""

    to: Seat
    owed: tuple[int, ...]
    """By seat."""
    ends_turn: bool
    """Whether the card that was called ended its player's turn."""


class Deal(NamedTuple):
    """One game: the piles, whose turn it is, and the call that is open."""

    piles: Piles
    turn: Seat
    turns: int = 1
    moves: int = 0
    """Cards lifted and laid so far."""
    lifted_early: bool = False
    """Whether the card lifted should have waited: the Delay Pile had one to lay."""
    move: Move | None = None
    window: Window | None = None
    fine: Fine | None = None

    def __repr__(self) -> str:
        return f"<deal, turn {self.turns}>"
