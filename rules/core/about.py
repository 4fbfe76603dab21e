"""The description of a game for lists and help: name, book, partners, and rules in sections."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal, NamedTuple

from rules.core.outcome import Ranking


class Teams(StrEnum):
    """How players are partnered: alone, in sides, in pairs only at four, with a dummy, by a called card."""

    SOLO = "solo"
    PARTNERS = "partners"
    PARTNERS_AT_FOUR = "partners_at_four"
    """Two pairs with four players; every player alone with any other number."""
    DUMMY = "dummy"
    """The declarer has a dummy for a partner."""
    CALLED = "called"
    """The declarer calls a card, and its holder is the partner."""


class Reading(NamedTuple):
    """Our reading of a rule on which the books are silent or disagree."""

    register: str
    """Its number in the register of readings (``R-10``); empty for rules only an online table needs."""
    text: str


class RuleSection(NamedTuple):
    """One section of a game's rules in our words, made from the values the engine plays by."""

    heading: str
    text: str
    source: str = ""
    """Book, section and number; empty if house rules changed the text."""
    ours: tuple[Reading, ...] = ()
    """Our readings that belong to this section."""
    short: str = ""
    """One line for a newcomer; empty if a newcomer does not need the section."""


def by_the_book(sections: Iterable[RuleSection], book: Iterable[RuleSection]) -> tuple[RuleSection, ...]:
    """Empty ``source`` in each section that differs from its counterpart in ``book``, the unchanged game."""
    same = {(section.heading, section.text, section.short) for section in book}
    return tuple(
        section if (section.heading, section.text, section.short) in same else section._replace(source="")
        for section in sections
    )


class Term(NamedTuple):
    """A term of a game and its meaning there."""

    word: str
    meaning: str


Kind = Literal["bidding", "tricks", "melding", "capturing", "calling", "matching", "counting", "patience"]
"""What is played for: the groups of the list of games."""


class About(NamedTuple):
    """A game for lists and help: key, name, seats, partners, summary, source, target, rules, what wins."""

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
    """What wins it with several players."""
    note: str = ""
    """A remark about the game's book; empty if there is none."""


def players_of(about: About) -> str:
    """The numbers of players as text: ``1 player``, ``4 or 6 players``, ``3 to 8 players``."""
    counts = about.seats
    if counts == (1,):
        return "1 player"
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]} players"
    return f"{' or '.join(map(str, counts))} players"
