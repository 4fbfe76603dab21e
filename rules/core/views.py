"""Views: what may be seen of a table, as plain data that one renderer draws for every game.

A view has no field in which another seat's hand could stand. Sentences name seats as ``{0}``,
``{1}`` …; who sits there is not the rules' business, so the one who shows them fills in the names.
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
    """What everyone sees of a deal besides cards and seats: each game has facts of its own."""


class BeforeDeal(StrEnum):
    """The phases of every game before the cards of a deal lie."""

    DRAWING = "drawing"
    DEALING = "dealing"


class ZoneKind(StrEnum):
    """What cards on the table are, in the field's terms; a game may have kinds of its own."""

    NEST = "nest"
    DRAW_PILE = "draw_pile"
    BATTERY = "battery"
    DUMMY = "dummy"


class SeatInfo(NamedTuple):
    """What everyone sees of one seat."""

    seat: Seat
    side: int | None
    """Index of the side; None while nobody may know it."""
    cards: int
    tricks: int


class TrickView(NamedTuple):
    """A trick, complete or not, in playing order; ``winner`` leads it so far, or took it.

    Cards go by the number of the hand they came from, which may be one after the last seat.
    """

    plays: tuple[tuple[Seat, Card], ...]
    winner: Seat | None
    points: int


class SidePoints(NamedTuple):
    """Points that those who play together have taken in the tricks of a deal so far."""

    seats: tuple[Seat, ...]
    """The numbers of their own hands; a dummy's, where it plays for itself."""
    points: int


class Zone(NamedTuple):
    """Cards on the table outside hands and tricks; ``hidden`` more lie there face down.

    ``seat`` is the number of the hand it is: a seat's, or one after the last seat.
    """

    kind: StrEnum
    seat: Seat | None
    shown: tuple[Card, ...]
    hidden: int
    covering: tuple[Card, ...] = ()
    """Those of the cards shown that lie on a hidden one."""
    is_row: bool = False
    """Whether the order of its cards means something: a line of its own, the top card last."""
    number: int | None = None
    """Which of several of a kind it is, or what it comes to: a column, a meld, the sum of a build."""
    side: int | None = None
    """Whose it is, where it belongs to a side."""
    builder: Seat | None = None
    """Who laid it together."""


class TableView(NamedTuple):
    """What everyone sees, the spectator included."""

    key: str
    title: str
    phase: Enum
    deal: int
    dealer: Seat | None
    """Who deals; None before there is a dealer, and where nobody does."""
    asked: tuple[Seat, ...]
    hand: int | None
    """The hand whose turn it is to play, where it is not that of the seat asked."""
    seats: tuple[SeatInfo, ...]
    """Everyone, clockwise as they sit."""
    others: tuple[ZoneKind, ...]
    """What the hands after the last seat are: a dummy that nobody holds, or batteries by seat."""
    facts: Facts | None
    """None between the deals, and where there is nothing to know."""
    zones: tuple[Zone, ...]
    trick: TrickView | None
    last_trick: TrickView | None
    totals: tuple[SideTotal, ...]
    sheet: tuple[SheetLine, ...]
    outcome: Outcome | None
    blue: bool = False
    """Whether the yellow cards are called blue here."""
    counters: CardSet = NO_CARDS
    """The cards that count points; until trump is named, those that may."""
    trumps: CardSet = NO_CARDS
    """The cards that are trumps, once trump is named."""
    taken: tuple[SidePoints, ...] = ()
    """What tricks have brought, where everyone has seen them and the game lets them look back."""
    news: tuple[HeardEvent, ...] = ()
    """The last things that happened, oldest first."""
    calls: tuple[Option, ...] = ()
    """Answers that are given on the table itself, for all to see, by whoever is asked."""


class SeatView(NamedTuple):
    """What one seat sees: the table, its own cards and the question it is asked, if any."""

    table: TableView
    seat: Seat
    hand: CardSet
    order: tuple[Card, ...]
    """The hand sorted for reading: by color, high to low, as the game ranks them."""
    zones: tuple[Zone, ...]
    """Cards only this seat may see, such as what it laid in the nest."""
    decision: Decision | None
    facts: Facts | None = None
    """What this seat alone knows besides its cards, where it knows more than the table shows."""
    fresh: CardSet = NO_CARDS
    """Cards that have just come to the hand: those of the nest, until others are laid away."""

    def __repr__(self) -> str:
        return f"<view of seat {self.seat}>"
