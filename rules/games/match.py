"""A match of deals, as every game without bidding keeps it: dealer, totals, score sheet, news."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

from rules.core.about import Kind, Teams
from rules.core.decisions import Option, Seat
from rules.core.events import DealScored, Event, HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import Facts, SheetLine, TrickView, Zone

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


class Match(NamedTuple):
    """What goes on from deal to deal."""

    seats: int
    sides: tuple[tuple[Seat, ...], ...]
    """Who keeps a score together: each alone, or partners."""
    totals: tuple[int, ...]
    """Points of each side."""
    drawing: tuple[Seat, ...]
    """Who still draws for the deal; nobody once there is a dealer."""
    dealer: Seat = 0
    deal: int = 0
    """Number of the present deal, from 1; 0 before the first."""
    sheet: tuple[SheetLine, ...] = ()
    news: tuple[HeardEvent, ...] = ()
    """What was told of the present deal last."""
    deal_number: int | None = None
    """Of the present deal, where deals are numbered: the same number deals the same cards."""
    winners: tuple[Seat, ...] | None = None
    """Who has won; None while the match goes on, nobody where it was lost."""

    @property
    def scored(self) -> int:
        """How many deals were scored; one that was thrown in does not count."""
        return sum(isinstance(line, DealScored) for line in self.sheet)

    def side_of(self, seat: Seat) -> int:
        """The index of a seat's side."""
        return next(index for index, seats in enumerate(self.sides) if seat in seats)

    def left_of(self, seat: Seat) -> Seat:
        """The next seat, clockwise."""
        return (seat + 1) % self.seats

    def from_left_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Every seat clockwise, beginning at the left of one, which comes last."""
        return tuple((seat + step) % self.seats for step in range(1, self.seats + 1))

    def __repr__(self) -> str:
        return f"<match of {self.seats}, deal {self.deal}>"


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
