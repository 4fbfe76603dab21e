"""The options of Panjandrum and the state of a game of it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.protocol import Choice
from rules.games.options import ON_OFF, Offer, numbers
from rules.games.panjandrum.piles import Piles
from rules.games.race import RACING, RaceRules, Window

MOST_TURNS: Final = 2000
"""After so many turns the fewest cards win: nothing in the books ends a game that goes round for ever."""


class PanjandrumRules(RaceRules):
    """Panjandrum: who may play, and how much is left to the players."""

    players_max: Annotated[
        int, Field(ge=3, le=6), Offer("Table", "Most players", "How many may play (R-60)", numbers(5, 6))
    ] = 5
    panjandrum_free: Annotated[
        bool,
        Offer("Play", "Children's mode", "Everyone may make mistakes, and call “Panjandrum!” (R-63)", ON_OFF),
    ] = False
    flip_at_next_turn: Annotated[
        bool,
        Offer(
            "Play",
            "Turn over later",
            "An empty Hand is filled only when its player's next turn begins (R-61)",
            ON_OFF,
        ),
    ] = False
    giver_chooses: Annotated[
        bool,
        Offer("Play", "Givers choose", "Give from the Hand or the Delay Pile, as one likes (R-62)", ON_OFF),
    ] = False
    accused_gives: Annotated[
        Literal[1, 2],
        Offer(
            "Play",
            "After a false call",
            "What the caller gets from the player who made no mistake",
            (Choice(2, "two cards"), Choice(1, "one card, as from the others")),
        ),
    ] = 2

    def idle(self) -> frozenset[str]:
        """Nobody calls or pays where nobody can make a mistake."""
        return frozenset() if self.panjandrum_free else RACING | {"giver_chooses", "accused_gives"}


class Move(NamedTuple):
    """A card just laid, that may be called."""

    seat: Seat
    card: Card
    place: int
    was_lifted: bool
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
