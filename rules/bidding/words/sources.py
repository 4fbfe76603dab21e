"""The place of each section of the rules in the game's rule book, and our readings of it.

A section names its book only while it reads as in the book's own game: under house rules it may not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rules.bidding.rows import BOOKS, ROWS
from rules.bidding.variant import Variant
from rules.bidding.words.readings import readings
from rules.bidding.words.sections import describe
from rules.bidding.words.short import short
from rules.core.about import RuleSection, by_the_book

_TOURNAMENT: Final = "1988 booklet, Official Rook Tournament Rules"
_GENERAL: Final = "1988 booklet, General Rules"
_OLD: Final = "Older rule books (transcribed 2020), Regular Rook"
_REGULAR: Final = "1924 booklet, Regular Rook"
_OURS: Final = frozenset({"Good to know", "At the table"})
"""Headings that are in no book, unless PLACES has them for a game."""

_OF_1988: Final[Mapping[str, str]] = {
    "Deal": "Dealing, and General Rules, Dealing",
    "Bidding": "Bidding, and General Rules, Bidding",
    "Trump": "Playing, and General Rules, Bidding",
    "Nest": "Playing",
    "Partner": "Playing",
    "Play": "Playing, and General Rules, Playing",
    "Drawing": "Playing",
    "Batteries": "Playing",
    "The dummy": "Playing",
    "The Rook": "Playing, and General Rules, Rook Bird Card",
    "The red 1": "Playing",
    "Points": "Scoring, and General Rules, Scoring",
    "Score": "Scoring, and General Rules, Scoring",
    "End": "Object, and General Rules, Object of the Game",
}
"""The parts of every game of the 1988 booklet, which its General Rules complete."""
_OF_TOURNAMENT: Final[Mapping[str, str]] = {
    "Players": _TOURNAMENT,
    "Deal": f"{_TOURNAMENT}, Dealing",
    "Bidding": f"{_TOURNAMENT}, Bidding",
    "Nest": f"{_TOURNAMENT}, Playing",
    "Trump": f"{_TOURNAMENT}, Playing",
    "Play": f"{_TOURNAMENT}, Playing",
    "The Rook": f"{_TOURNAMENT}, Playing",
    "Points": f"{_TOURNAMENT}, Scoring",
    "Score": f"{_TOURNAMENT}, Scoring",
    "End": f"{_TOURNAMENT}, Object and Playing",
    "At the table": f"{_TOURNAMENT}, Playing and Penalties",
    "At a real table": f"{_TOURNAMENT}, Dealing",
}
_OF_SIX: Final = "1988 booklet, Partnership for Six"
_OF_REGULAR: Final[Mapping[str, str]] = {
    "Deal": "1, 2 and 8",
    "Bidding": "4",
    "Trump": "4",
    "Play": "5 and 6",
    "Points": "7 and 9",
    "Score": "9",
    "End": "9",
}
_OF_PAGE: Final[Mapping[str, str]] = {
    "Deal": "Dealing",
    "Bidding": "Bidding",
    "Trump": "Bidding",
    "Nest": "Bidding",
    "Play": "Playing",
    "Drawing": "Playing",
    "Batteries": "Playing",
    "Points": "Scoring",
    "Score": "Scoring",
    "End": "Scoring",
}
"""The parts of the pages of 1914 to 1933 that the 1924 booklet took over."""
_OF_DIXIE: Final[Mapping[str, str]] = {
    "Players": "For Four Players, and For Six Players",
    "Deal": "For Four Players, and For Six Players",
    "Bidding": "Bidding",
    "Nest": "Bidding",
    "Trump": "Bidding",
    "Play": "Play",
    "Points": "Count Cards, The Object and Play",
    "Score": "The Score and Notes",
    "End": "For Four Players and The Score",
    "At the table": "Bidding",
}
"""The words in capitals at the beginning of the parts of the leaflet; the booklet took them over."""
_OF_CORDOVA: Final[Mapping[str, str]] = {
    "Players": "paragraph 2",
    "Deal": "paragraph 3",
    "Bidding": "paragraphs 4 to 6",
    "Trump": "paragraphs 4 and 5",
    "Play": "paragraph 7",
    "Points": "paragraphs 1 and 6",
    "Score": "paragraphs 5 and 6",
    "End": "paragraph 8",
}
"""Counted paragraphs: the text has neither numbers nor headings."""


def _under(source: str, parts: Mapping[str, str]) -> Mapping[str, str]:
    return {heading: f"{source}, {part}" for heading, part in parts.items()}


PLACES: Final[Mapping[str, Mapping[str, str]]] = {
    **{row.key: _under(row.source, _OF_1988) for row in ROWS if row.edition == "1988"},
    "kentucky": _OF_TOURNAMENT,
    "kentucky_no_rook": _OF_TOURNAMENT,
    "partnership_six": {
        **_OF_TOURNAMENT,
        "Players": f"{_OF_SIX}, Scoring",
        "Deal": f"{_OF_SIX}, Dealing",
        "Points": f"{_OF_SIX}, Scoring",
        "Score": f"{_OF_SIX}, Scoring, and General Rules, Scoring",
        "End": f"{_OF_SIX}, Object, and General Rules, Object of the Game",
    },
    "high_card_partner": {
        **_under("1988 booklet, High Card Partner", _OF_1988),
        "The Rook": f"{_GENERAL}, Rook Bird Card",
    },
    "regular_old": {
        **_under(_OLD, _OF_REGULAR),
        "Bidding": f"{_OLD}, 3",
        "Trump": f"{_OLD}, 3",
        "Play": f"{_OLD}, 6",
        "End": f"{_OLD}, 10",
    },
    "regular_1924": _under("1924 booklet and leaflet of 1924/1952, Regular Rook", _OF_REGULAR),
    "partnership_regular": {
        heading: place
        for heading, place in _under(_REGULAR, _OF_REGULAR).items()
        if heading not in {"Points", "End"}
    },
    "dixie_1912": _under("Dixie Rook leaflet of 1912", _OF_DIXIE),
    "dixie_1924": _under("1924 booklet, Dixie Rook", _OF_DIXIE),
    "cordova": _under("Older rule books (transcribed 2020), Cordova", _OF_CORDOVA),
    **{row.key: _under(row.source, _OF_PAGE) for row in ROWS if row.source.startswith("1924 booklet (page")},
}
"""By game key and heading: the place in the book; the game's own source for headings not listed."""


def rule_sections(variant: Variant) -> tuple[RuleSection, ...]:
    """The rules in sections, each with its place in the book and our readings."""
    sections = _sections(variant)
    return by_the_book(sections, _of_book(variant.key) if variant.key in BOOKS else sections)


def _sections(variant: Variant) -> tuple[RuleSection, ...]:
    return tuple(
        RuleSection(
            heading,
            text,
            _place(variant, heading),
            readings(variant, BOOKS.get(variant.key, variant), heading),
            short(variant, heading),
        )
        for heading, text in describe(variant)
    )


@cache
def _of_book(key: str) -> tuple[RuleSection, ...]:
    return _sections(BOOKS[key])


def _place(variant: Variant, heading: str) -> str:
    fallback = "" if heading in _OURS else variant.source
    return PLACES.get(variant.key, {}).get(heading, fallback)
