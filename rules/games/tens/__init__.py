"""Tens: cards are turned up in turn, and the first to slap a 10 takes the pile.

The actions of a log; seats are players, -1 is chance and -2 the clock: ``deal …`` (chance) lists all 56 cards
in the order they are dealt, one at a time from the dealer's left; the card dealt first is turned first, and
odd cards begin the pile. A card is turned as soon as the window on the one before is closed. Every player
in the game answers once, with ``shout 1712`` (a slap at that time in milliseconds; 0 is left out) or
``pass``. The window is closed when all have answered, or by ``close`` (the clock). Of slaps at the same
time ``lot 2`` (chance) picks the seat that was first.
"""

from __future__ import annotations

from typing import Final

from rules.games.frame import Book
from rules.games.tens.game import Tens
from rules.games.tens.options import TensRules

GAMES: Final = (
    Tens(
        Book(
            key="tens",
            title="Tens",
            edition="oldest",
            kind="calling",
            seats=tuple(range(2, 9)),
            summary="For little children: cards turn up one after another. The first to slap a 10 takes the"
            " pile.",
            source="Older rule books (transcribed 2020), Tens",
        ),
        TensRules(),
    ),
)
