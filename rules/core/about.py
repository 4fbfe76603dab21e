"""What a game says of itself: its name and book, who plays with whom, and its rules in sections."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal, NamedTuple

from rules.core.outcome import Ranking


class Teams(StrEnum):
    """Who plays with whom in a game."""

    SOLO = "solo"
    PARTNERS = "partners"
    PARTNERS_AT_FOUR = "partners_at_four"
    """Two pairs with four players, everyone alone with more or fewer."""
    DUMMY = "dummy"
    """The declarer has a dummy for a partner."""
    CALLED = "called"
    """The declarer's partner is whoever holds the card called."""


class Reading(NamedTuple):
    """What is played here where the books are silent or disagree."""

    register: str
    """Its number in the register of such questions; empty for what only an online table needs to settle."""
    text: str


class RuleSection(NamedTuple):
    """One section of a game's rules, in our words, made from the values played by."""

    heading: str
    text: str
    source: str = ""
    """Where the book says so: book, section, number; empty under house rules that change the text."""
    ours: tuple[Reading, ...] = ()
    """What the book does not settle, as it is played here."""
    short: str = ""
    """What a newcomer has to know of it, in a line; empty where that can wait."""


def by_the_book(sections: Iterable[RuleSection], book: Iterable[RuleSection]) -> tuple[RuleSection, ...]:
    """The sections; one that reads otherwise than that of the book's own game names no place in the book."""
    same = {(section.heading, section.text, section.short) for section in book}
    return tuple(
        section if (section.heading, section.text, section.short) in same else section._replace(source="")
        for section in sections
    )


class Term(NamedTuple):
    """A word of a game, and what it means there."""

    word: str
    meaning: str


Kind = Literal["bidding", "tricks", "melding", "capturing", "calling", "matching", "counting", "patience"]
"""What one does in a game: the groups of the list of games."""


class About(NamedTuple):
    """What a game says of itself in lists and help."""

    key: str
    title: str
    edition: str
    seats: tuple[int, ...]
    teams: Teams
    summary: str
    source: str
    target: int | None
    """Points that win the match; None for a fixed number of deals."""
    rules: tuple[RuleSection, ...]
    kind: Kind = "bidding"
    ranking: Ranking = Ranking.MOST
    """What wins it among several."""
    note: str = ""
    """What else is to be known of its book."""


def players_of(about: About) -> str:
    """For how many a game is: ``1 player``, ``4 or 6 players``, ``3 to 8 players``."""
    counts = about.seats
    if counts == (1,):
        return "1 player"
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]} players"
    return f"{' or '.join(map(str, counts))} players"
