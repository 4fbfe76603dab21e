"""Donkey: all players pass a card to the left at once, until one holds four of a number and folds."""

from __future__ import annotations

from typing import Final

from rules.games.donkey.game import Donkey
from rules.games.donkey.options import DonkeyRules
from rules.games.frame import Book

GAMES: Final = (
    Donkey(
        Book(
            key="donkey",
            title="Donkey",
            edition="1924",
            kind="matching",
            seats=tuple(range(3, 9)),
            summary="Pass a card to the left, all at once, until someone holds four of a number and quietly"
            " folds. Then fold too: the last is the Donkey.",
            source="1924 booklet and older rule books, Donkey",
        ),
        DonkeyRules(race_window=10),
    ),
)
