"""New Rook Solitaire: clear seven columns onto one pile, each card a number up or down.

The actions of a log: ``lot 7`` (chance) deals the cards of deal number 7; with several players ``deal …``
lists all 56 in the order they are dealt, five to each column and then the hand. ``say turn`` turns the next
card of the hand, ``put 0 R5`` plays the last card of a column onto the pile. ``say undo`` takes a move back,
``say quit`` gives up or, if no card can be turned or played, ends the deal.
"""

from __future__ import annotations

from typing import Final

from rules.games.frame import Book
from rules.games.new_solitaire.game import NewSolitaire
from rules.games.new_solitaire.options import NewRules

GAMES: Final = (
    NewSolitaire(
        Book(
            key="new_solitaire",
            title="New Rook Solitaire",
            edition="1924",
            kind="patience",
            seats=tuple(range(1, 9)),
            summary="Seven columns lie open. Clear them onto one pile, each card a number up or down. Turn as"
            " few cards of your hand as you can.",
            source="1924 booklet, New Rook Solitaire",
        ),
        NewRules(),
    ),
)
