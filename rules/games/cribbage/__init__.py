"""Simplified Cribbage: add cards to a count up to 31, then score the fifteens in each hand."""

from __future__ import annotations

from typing import Final

from rules.games.cribbage.game import Cribbage
from rules.games.cribbage.options import CribbageRules
from rules.games.frame import Book

GAMES: Final = (
    Cribbage(
        Book(
            key="cribbage",
            title="Simplified Cribbage",
            edition="oldest",
            kind="counting",
            seats=tuple(range(2, 9)),
            summary="Add your card to the count and try to make 15, 20, 25, 30 or 31. Then your five cards"
            " score for every fifteen in them.",
            source="Older rule books (transcribed 2020), Simplified Cribbage",
        ),
        CribbageRules(),
    ),
)
