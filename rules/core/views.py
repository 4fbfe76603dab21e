"""Views: what may be seen of a table, as plain data that one renderer draws for every game.

A view has no field in which another seat's hand could stand. Templates name seats as ``{0}``, ``{1}`` …; the
rules do not know who sits there, so the renderer fills in the names.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import NamedTuple

from rules.core.cards import NO_CARDS, Card, CardSet
from rules.core.decisions import Decision, Option, Seat
from rules.core.events import DealScored, HeardEvent, Ruled
from rules.core.outcome import Outcome, SideTotal

SheetLine = DealScored | Ruled


@dataclass(frozen=True, slots=True)
class Facts:
    """Public facts of a deal other than cards and seats. Each game has a subclass."""


class BeforeDeal(StrEnum):
    """The phases every game has before its cards are dealt."""

    DRAWING = "drawing"
    DEALING = "dealing"


class ZoneKind(StrEnum):
    """Kinds of zones: nest, draw pile, battery, dummy; a game may add its own."""

    NEST = "nest"
    DRAW_PILE = "draw_pile"
    BATTERY = "battery"
    DUMMY = "dummy"


class SeatInfo(NamedTuple):
    """What everyone sees of one seat: its side, and the numbers of its cards and tricks."""

    seat: Seat
    side: int | None
    """Index of the side; None while the sides are not public."""
    cards: int
    tricks: int


class TrickView(NamedTuple):
    """A trick, complete or not, in playing order; ``winner`` leads it so far, or took it.

    ``plays`` pairs each card with the number of the hand it came from, which may be one after the last seat.
    """

    plays: tuple[tuple[Seat, Card], ...]
    winner: Seat | None
    points: int


class SidePoints(NamedTuple):
    """Points one side has taken in the tricks of a deal so far."""

    seats: tuple[Seat, ...]
    """The seats of the side, or the hand number of a dummy that plays for itself."""
    points: int


class Zone(NamedTuple):
    """Cards on the table outside hands and tricks; ``hidden`` counts those that lie face down.

    ``seat`` is the number of the hand it belongs to: a seat's, or one after the last seat.
    """

    kind: StrEnum
    seat: Seat | None
    shown: tuple[Card, ...]
    hidden: int
    covering: tuple[Card, ...] = ()
    """The cards in ``shown`` that lie on a hidden one."""
    is_row: bool = False
    """Whether the order of the cards matters: shown on a line of its own, top card last."""
    number: int | None = None
    """Which one of several of its kind (a column, a meld), or the sum of a build."""
    side: int | None = None
    """Index of the side it belongs to, if any."""
    builder: Seat | None = None
    """The seat that made the build, if any."""


class TableView(NamedTuple):
    """What everyone sees, spectators included: seats, open cards, tricks, facts, score sheet, outcome."""

    key: str
    title: str
    phase: Enum
    deal: int
    dealer: Seat | None
    """The dealer; None before the draw, and in games without one."""
    asked: tuple[Seat, ...]
    hand: int | None
    """The number of the hand to play from, if it is not that of the seat asked (a dummy, a battery)."""
    seats: tuple[SeatInfo, ...]
    """All seats, clockwise as the players sit now."""
    others: tuple[ZoneKind, ...]
    """Kinds of the hands after the last seat: a dummy without a player, or one battery a seat."""
    facts: Facts | None
    """None between deals and in games without such facts."""
    zones: tuple[Zone, ...]
    trick: TrickView | None
    last_trick: TrickView | None
    totals: tuple[SideTotal, ...]
    sheet: tuple[SheetLine, ...]
    outcome: Outcome | None
    blue: bool = False
    """Whether the yellow cards are called blue here."""
    counters: CardSet = NO_CARDS
    """The cards that count points; before trump is named, those that may."""
    trumps: CardSet = NO_CARDS
    """The trumps; empty until trump is named."""
    taken: tuple[SidePoints, ...] = ()
    """Points taken in tricks, in games that may show them; else empty."""
    news: tuple[HeardEvent, ...] = ()
    """The latest events, oldest first."""
    calls: tuple[Option, ...] = ()
    """Answers offered as buttons on the table message, to each seat that is asked."""

    @property
    def scored(self) -> tuple[DealScored, ...]:
        """The scored deals of the score sheet, without rulings."""
        return tuple(line for line in self.sheet if isinstance(line, DealScored))


class SeatView(NamedTuple):
    """What one seat sees: the table, its own cards and its open decision, if any."""

    table: TableView
    seat: Seat
    hand: CardSet
    order: tuple[Card, ...]
    """The hand sorted for reading: by color, high to low, as the game ranks cards."""
    zones: tuple[Zone, ...]
    """Cards only this seat may see, such as its discard in the nest."""
    decision: Decision | None
    facts: Facts | None = None
    """Facts only this seat knows, in games that have some."""
    fresh: CardSet = NO_CARDS
    """Cards new in the hand: those just drawn, or the nest until the discard."""

    def __repr__(self) -> str:
        return f"<view of seat {self.seat}>"
