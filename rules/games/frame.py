"""Values a game without bidding exchanges with its frame: book, state, step and board."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

from rules.core.about import Kind, Teams
from rules.core.decisions import Option
from rules.core.events import Event
from rules.core.match import Match
from rules.core.scores import ScoreItem
from rules.core.views import Facts, TrickView, Zone

D = TypeVar("D")
T = TypeVar("T")


class Book(NamedTuple):
    """A game as its rule book has it: key, title, edition, kind, seats, summary, source, teams and a note."""

    key: str
    title: str
    edition: str
    kind: Kind
    seats: tuple[int, ...]
    summary: str
    """The game in two lines."""
    source: str
    teams: Teams = Teams.SOLO
    note: str = ""
    """A remark on the rule book: a page lost, an edition cut off."""


class State(NamedTuple, Generic[D]):
    """A match and its current deal. ``deal`` is None before the cards are dealt and after the match."""

    match: Match
    deal: D | None

    def __repr__(self) -> str:
        return f"<state: {self.match!r}>"


def replaced(values: Sequence[T], index: int, value: T) -> tuple[T, ...]:
    """The values, with the one at ``index`` replaced."""
    return (*values[:index], value, *values[index + 1 :])


Scored = tuple[ScoreItem, ...]
"""The items a side scored in a deal; its points are their sum."""


class DealStep(NamedTuple, Generic[D]):
    """The result of an action: the deal after it and the events. With ``scores`` the deal is over."""

    deal: D
    events: tuple[Event, ...] = ()
    scores: tuple[Scored, ...] | None = None
    """By side; None while the deal is being played."""

    def __repr__(self) -> str:
        return f"<step: {len(self.events)} events>"


class Board(NamedTuple):
    """The public part of a deal, without names and totals. It must hold no secret."""

    phase: Enum
    cards: tuple[int, ...]
    """Number of cards each seat holds."""
    tricks: tuple[int, ...] = ()
    """Number of tricks each seat has taken; empty in a game without tricks."""
    facts: Facts | None = None
    zones: tuple[Zone, ...] = ()
    trick: TrickView | None = None
    last_trick: TrickView | None = None
    calls: tuple[Option, ...] = ()
    """Answers given on the table message. They must not depend on whether a call would be right."""
