"""Tuxedo: a card takes an equal card of the table, or cards that add up to it.

The actions of a log; seats are players, -1 is chance and -2 the clock:

- ``draw R5 Y9`` (chance): one card each for the deal, in seat order; the tied draw again.
- ``deal …`` (chance): all 56 cards in the order they are dealt. First four to everyone, one at a time from
  the dealer's left, then four to the table. When all hands are empty the next cards of the same order
  are dealt in the same way, four each; when fewer than four each are left, as many as all can have, and the
  rest goes to the table.
- ``play R10``: a card of the hand goes to the table, after its other loose cards.
- ``capture R10 R5 Y2 G3``: R10 of the hand takes the other cards from the table. A build is taken whole.
- ``put 2 Y4``: Y4 of the hand is added to the stack in place 2 of the table, which becomes a build of their
  sum. Places are counted from 0: first the loose cards in the order they were dealt or played, then the
  builds, the latest at the end. With large builds,
  ``put 2 Y4 G3 R1`` begins a build on G3 and R1, two being the place of the first of them.
- ``shout 1712``: Orange is called, at that time in milliseconds (0 is left out); ``pass``: it is not. Both
  only after a capture, from every player once; the window is closed when all have answered, or by
  ``close`` (the clock). Of calls at the same time ``lot 2`` (chance) picks the seat that was first.

A capture that takes less than it must is refused: in 1924 a card takes everything it can, up to sixteen
cards.
"""

from __future__ import annotations

from typing import Final

from rules.games.frame import Book
from rules.games.tuxedo.game import Tuxedo
from rules.games.tuxedo.options import TuxedoRules
from rules.games.tuxedo.sections import BOOKLET, CUT_OFF, OLDER

OLD: Final = Tuxedo(
    Book(
        key="tuxedo_old",
        title="Tuxedo",
        edition="oldest",
        kind="capturing",
        seats=tuple(range(2, 9)),
        summary="Take cards from the table with an equal card or their sum. Fives, sweeps and the most cards"
        " score.",
        source=OLDER,
    ),
    TuxedoRules(target=50),
)
GAMES: Final = (
    OLD,
    Tuxedo(
        OLD.book._replace(
            key="tuxedo_1924",
            edition="1924",
            seats=tuple(range(2, 7)),
            summary="Take every equal card and every sum with one card. Build, sweep the table, and be first"
            " to call Orange.",
            source=BOOKLET,
            note=CUT_OFF,
        ),
        TuxedoRules(
            target=100,
            multi_capture=True,
            orange=True,
            building=True,
            tie_share=5,
            most_cards=15,
            little_sweep=5,
            big_sweep=10,
        ),
    ),
)
