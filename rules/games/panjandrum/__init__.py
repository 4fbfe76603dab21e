"""Panjandrum: cards are lifted from unseen hands, and a mistake may be called.

The actions of a log; seats are players, -1 is chance and -2 the clock:

- ``draw R5 Y9`` (chance): one card each for the deal, in seat order; the tied draw again.
- ``deal …`` (chance): all 56 cards in the order they are dealt, one at a time from the dealer's left. The
  card dealt first lies on top of its Hand.
- ``say lift``: the top card of the Hand is lifted. Forced moves then follow automatically, up to
  the next choice; with calls on mistakes none do.
- ``put 2 Y4``: Y4, the lifted card or else the top of the player's Delay Pile, is played on a place. Places
  0 to 5 are the Delay Piles of the seats, 10 to 13 the red, yellow, green and black Building Pile.
- With calls: after each ``put`` every other seat answers once with ``shout 1712`` (“Panjandrum!” at that
  time in milliseconds; 0 is left out) or ``pass``. The window is closed when all have answered, or by
  ``close`` (the clock). Of calls at the same time ``lot 2`` (chance) picks the seat that was first.
- Where givers choose: ``say hand`` and ``say pile`` give one card from the Hand or the Delay Pile.
"""

from __future__ import annotations

from typing import Final

from rules.games.frame import Book
from rules.games.panjandrum.game import Panjandrum
from rules.games.panjandrum.options import PanjandrumRules

BOOK: Final = Book(
    key="panjandrum_1988",
    title="Panjandrum",
    edition="1988",
    kind="matching",
    seats=(3, 4, 5),
    summary="Turn up cards no one has seen and play them on piles, your opponents' too. Get rid of all your"
    " cards first. Strict, or with calls on mistakes.",
    source="1988 booklet, Panjandrum",
)
GAMES: Final = (
    Panjandrum(BOOK, PanjandrumRules(giver_chooses=True)),
    Panjandrum(
        BOOK._replace(key="panjandrum_1924", edition="1924", source="1924 booklet, Panjandrum"),
        PanjandrumRules(),
    ),
)
