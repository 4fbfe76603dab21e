"""Subjects for pictures in tests: ordinary, empty, single, many, and with unusual names."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bot.pictures.values import (
    BidHeights,
    BidsAt,
    CrossTable,
    Form,
    FormBar,
    MatchEnd,
    RatingHistory,
    RatingPoint,
    Subject,
    TablePicture,
    TableSeat,
)
from rules.core.cards import CardSet, Color, parse_cards

AUTUMN: Final = 1_788_220_800.0
"""September 1, 2026, in epoch seconds."""
DAY: Final = 24 * 3600
NAMES: Final = (
    "Ann",
    "W" * 32,
    "שרה לוי",
    "محمد الأمين",
    "王小明",
    "Zoë 🚀",
    "$\\frac{x$ **bold**",
    "<@123456789012345678>",
    "🎉🎉",
    "अनिल",
    "Юлия",
    "A\u0301\u0302\u0303sa",
    "_" * 32,
    "👨‍👩‍👧 family",
    "a former player",
    "Bob",
    "Cleo",
    "Dan",
)


def rating(matches: int, days: float = 80) -> RatingHistory:
    """A rating that goes up, provisional for 24 matches."""
    return RatingHistory(
        "Ann",
        tuple(
            RatingPoint(
                AUTUMN + days * DAY * number / matches, 1500 + 3 * number, 250 - number % 200, number < 24
            )
            for number in range(matches)
        ),
    )


def form(letters: str, *, margins: bool = True) -> Form:
    """Matches by their letters, the oldest first."""
    ends = {"W": (MatchEnd.WON, 120), "D": (MatchEnd.DREW, 0), "L": (MatchEnd.LOST, -45)}
    found = (ends[letter] for letter in letters)
    return Form("Ann", tuple(FormBar(end, margin if margins else None) for end, margin in found))


def cross_table(entries: int, *, pairs: bool = False) -> CrossTable:
    """A cross table in which most players have met, with unusual names."""
    chance = Random(7)
    won: list[list[int | None]] = [[None] * entries for _ in range(entries)]
    for one in range(entries):
        for other in range(one):
            if chance.random() < 0.9:
                won[one][other], won[other][one] = chance.randint(0, 14), chance.randint(0, 14)
    names = tuple((NAMES[index % 18], *NAMES[-1 - index % 18 :][: int(pairs)]) for index in range(entries))
    return CrossTable(names, tuple(map(tuple, won)))


def bids(*heights: int, made: int = 3, failed: int = 1) -> BidHeights:
    """A record of bids, the same at every height."""
    return BidHeights("Ann", tuple(BidsAt(height, height, made, failed) for height in heights))


def a_table(names: Sequence[str] = ("Ann", "Bob", "Cleo", "Dan")) -> TablePicture:
    """A table of Partnership Regular on its first trick."""
    hands = (
        parse_cards("Rook R14 R9 Y14 Y10 G14 G5 B14 B12 B7 B6 B5 B3"),
        parse_cards("R12 Y13 G13 B13"),
        (),
        (),
    )
    played = (*parse_cards("R5 R10 R13"), None)
    seats = tuple(
        TableSeat(name, hand, card, takes=card == played[2])
        for name, hand, card in zip(names, hands, played, strict=True)
    )
    return TablePicture(
        "A trick, three cards in", seats, Color.RED, CardSet.of(parse_cards("R5 R10 R14 Rook"))
    )


SUBJECTS: Final[dict[str, Subject]] = {
    "a table": a_table(),
    "a table of long names": a_table(("W" * 32, "_" * 32, "Юлия", "A\u0301\u0302\u0303sa")),
    "a rating after one match": rating(1),
    "a rating on one evening": rating(6, days=0.2),
    "a rating that is provisional": rating(8),
    "a rating over a season": rating(60),
    "a rating over many matches": rating(2_000, days=400),
    "the form after one match": form("W"),
    "the form after one match that was lost": form("L"),
    "the form of somebody who only draws": form("DDD"),
    "the form in twenty matches": form("WLWWDLLWLWWWWDLWLLWW"),
    "the form in a game without points": form("WLLDW", margins=False),
    "two players": cross_table(2),
    "four pairs": cross_table(4, pairs=True),
    "sixteen players": cross_table(16),
    "three hundred players": cross_table(300),
    "one bid that went set": bids(100, made=0, failed=1),
    "bids of many heights": bids(*range(70, 205, 5)),
    "bids far apart, and below nothing": bids(-50, 0, 5, 100, 2_000, 9_000),
    "very many bids": bids(100, 105, made=12_345, failed=6_789),
}
