"""Tens: cards are turned up in turn, and whoever slaps a 10 first takes the pile.

What the acts mean, ``seat`` being a player, -1 chance and -2 the clock: ``deal …`` (chance) has all 56 cards
in the order they are dealt, one at a time from the dealer's left; the card dealt first is turned first, and
odd cards begin the pile. A card is turned at once when the one before it is done with. Everybody who is
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
