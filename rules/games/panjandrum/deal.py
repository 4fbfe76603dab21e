"""The state of a game of Panjandrum: the piles, the card that may be called, and the fine to pay."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.games.panjandrum.piles import Piles, Tops
from rules.games.race import Window

MOST_TURNS: Final = 2000
"""Turns before a game is stopped; the fewest cards win. No rule book ends an endless game."""


class Move(NamedTuple):
    """A card just played, which may be called a mistake."""

    seat: Seat
    card: Card
    place: int
    was_lifted: bool
    before: Tops
    """The tops of the piles before it was played."""
    is_wrong: bool

    def __repr__(self) -> str:
        return f"<move of {self.seat}>"


class Fine(NamedTuple):
    """Cards still to be given to seat ``to``, after a mistake or a false call."""

    to: Seat
    owed: tuple[int, ...]
    """Cards each seat still owes, by seat."""
    ends_turn: bool
    """Whether the card called ended its player's turn."""


class Deal(NamedTuple):
    """The piles, the player in turn, and the open window or fine."""

    piles: Piles
    turn: Seat
    turns: int = 1
    moves: int = 0
    """Number of cards lifted and played so far."""
    lifted_early: bool = False
    """Whether the card was lifted too early: the top of the Delay Pile could be played."""
    move: Move | None = None
    window: Window | None = None
    fine: Fine | None = None

    def __repr__(self) -> str:
        return f"<deal, turn {self.turns}>"
