"""What a game without bidding and its frame hand to each other: a deal, what came of an act, its board."""

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
    """What a game says of itself, apart from its rules."""

    key: str
    title: str
    edition: str
    kind: Kind
    seats: tuple[int, ...]
    summary: str
    """What the game is like, in two lines."""
    source: str
    teams: Teams = Teams.SOLO
    note: str = ""
    """What else is to be known of its book."""


class State(NamedTuple, Generic[D]):
    """A match and its present deal; no deal while cards are to be drawn or dealt, or when all is over."""

    match: Match
    deal: D | None

    def __repr__(self) -> str:
        return f"<state: {self.match!r}>"


def replaced(values: Sequence[T], index: int, value: T) -> tuple[T, ...]:
    """The values with one of them replaced."""
    return (*values[:index], value, *values[index + 1 :])


Scored = tuple[ScoreItem, ...]
"""What a side has scored in a deal: the points are those of the items together."""


class Turn(NamedTuple, Generic[D]):
    """What came of an act: the deal as it now is and what happened; with ``scores`` the deal is over."""

    deal: D
    events: tuple[Event, ...] = ()
    scores: tuple[Scored, ...] | None = None
    """One for each side."""

    def __repr__(self) -> str:
        return f"<turn: {len(self.events)} events>"


class Board(NamedTuple):
    """What everyone sees of a deal, apart from names and totals. Nothing in it may be a secret."""

    phase: Enum
    cards: tuple[int, ...]
    """How many each seat holds."""
    tricks: tuple[int, ...] = ()
    """How many each seat has taken, where tricks are taken."""
    facts: Facts | None = None
    zones: tuple[Zone, ...] = ()
    trick: TrickView | None = None
    last_trick: TrickView | None = None
    calls: tuple[Option, ...] = ()
    """Answers given on the table itself. They must be the same whether a call would be right or wrong."""
