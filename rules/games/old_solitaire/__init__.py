"""Old Rook Solitaire: fourteen piles, four of them built up by color from 1 to 14.

The actions of a log: ``lot 7`` (chance) deals the cards of deal number 7, four to each pile. ``put 2 R8 B7``
moves the face-up cards of a pile onto pile 2, ``put 15 R4`` brings a card home; 15 to 18 are the home piles,
red, yellow, green and black. ``say go`` plays all that is forced, ``say undo`` takes a move back and
``say quit`` gives up.
"""

from __future__ import annotations

from typing import Final

from rules.games.frame import Book
from rules.games.old_solitaire.game import OldSolitaire
from rules.games.solitaire.options import UndoRules

GAMES: Final = (
    OldSolitaire(
        Book(
            key="old_solitaire",
            title="Old Rook Solitaire",
            edition="1924",
            kind="patience",
            seats=(1,),
            summary="Fourteen piles of four cards. Move cards onto the next higher number of another color,"
            " and bring each color home from 1 to 14.",
            source="1924 booklet, Old Rook Solitaire",
        ),
        UndoRules(),
    ),
)
