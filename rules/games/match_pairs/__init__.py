"""Match and Everlasting: turn up cards until one matches the first of the pile. Nothing is decided.

The actions of a log: ``deal …`` (chance) lists all 56 cards in the order they are dealt, one at a time from
the dealer's left; the card dealt first is turned first. ``say turn`` turns the top card of the player in
turn: by the player, or by the clock (-2) if cards turn automatically.
"""

from __future__ import annotations

from typing import Final

from rules.games.frame import Book
from rules.games.match_pairs.game import MatchPairs
from rules.games.match_pairs.options import MatchRules, PairRules

MATCH: Final = MatchPairs(
    Book(
        key="match",
        title="Match",
        edition="1924",
        kind="matching",
        seats=tuple(range(2, 9)),
        summary="For very little folks: turn cards up in turn. Match the first card of the pile, and you take"
        " it all. Pure luck.",
        source="1924 booklet, Match for Children",
    ),
    MatchRules(),
)
GAMES: Final = (
    MATCH,
    MatchPairs(
        MATCH.book._replace(
            key="everlasting",
            title="Everlasting",
            edition="oldest",
            source="Older rule books (transcribed 2020), Everlasting",
        ),
        PairRules(),
    ),
)
