"""What pictures are made of: plain values, ready to be shown. None of them knows matplotlib."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Final

from rules.core.cards import NO_CARDS, Card, CardSet, Color
from rules.core.words import signed

NAME_LIMIT: Final = 32
"""Characters of a name."""
PAIR_LIMIT: Final = 2 * NAME_LIMIT + len(" & ")
"""Characters of what figures are of: a player, or both of a pair."""
MOST_MATCHES: Final = 20
"""Matches in a picture of the form: more bars than that are too thin for a phone."""
MOST_IN_TABLE: Final = 16
"""Players or pairs in a cross-table: the cells of more are too small to be read."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating as a match left it."""

    at: float
    """When the match ended, in epoch seconds."""
    number: int
    uncertainty: int
    """The true strength is within so many points of the number, nineteen times in twenty."""
    is_provisional: bool = False


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """The rating of a player or a pair over a season, the oldest match first."""

    name: str
    points: tuple[RatingPoint, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.points


class MatchEnd(Enum):
    """How a match ended for the player or pair it is told of."""

    WON = "won"
    DREW = "drew"
    LOST = "lost"
    NEITHER = "neither"
    """Of two rivals neither won, and another side did."""


@dataclass(frozen=True, slots=True)
class FormBar:
    """One match as a bar: how it ended, and by how much."""

    end: MatchEnd
    margin: int | None
    """Points ahead of the best opponent, or behind; None where the game has no points to compare."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a player or a pair has played of late, the oldest match first."""

    name: str
    matches: tuple[FormBar, ...]
    against: str = ""
    """The rivals whom alone it was against; empty where it was against anybody."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.matches

    @property
    def latest(self) -> tuple[FormBar, ...]:
        """Those that are drawn."""
        return self.matches[-MOST_MATCHES:]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Who beat whom, the best first."""

    names: tuple[tuple[str, ...], ...]
    """Of each player, or of both players of each pair."""
    won: tuple[tuple[int | None, ...], ...]
    """For each, the matches won against each: ``won[0][1]`` are those of the first against the second.

    None where the two have never met.
    """
    left_out: int = 0
    """Players or pairs further down."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw: nobody has met anybody."""
        return all(times is None for row in self.won for times in row)

    @property
    def top(self) -> CrossTable:
        """The part that is drawn."""
        rows = self.won[:MOST_IN_TABLE]
        left_out = self.left_out + max(len(self.names) - MOST_IN_TABLE, 0)
        return CrossTable(self.names[:MOST_IN_TABLE], tuple(row[:MOST_IN_TABLE] for row in rows), left_out)


@dataclass(frozen=True, slots=True)
class BidsAt:
    """What became of the bids between two heights."""

    lowest: int
    highest: int
    made: int
    failed: int

    @property
    def bids(self) -> int:
        """All of them."""
        return self.made + self.failed


@dataclass(frozen=True, slots=True)
class BidHeights:
    """What became of a player's or a pair's bids, the lowest first."""

    name: str
    heights: tuple[BidsAt, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(height.bids for height in self.heights)


@dataclass(frozen=True, slots=True)
class TableSeat:
    """One seat of a table in a picture."""

    name: str
    hand: tuple[Card, ...]
    """The cards that are shown, as one holds them."""
    played: Card | None
    """The card in the trick."""
    takes: bool = False
    """Whether it takes the trick so far."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A table with four seats as it lay at one moment: the hands and the trick."""

    finding: str
    seats: tuple[TableSeat, ...]
    """The one at the bottom first, then clockwise; four, or none for no picture."""
    trump: Color | None = None
    counters: CardSet = NO_CARDS
    is_blue: bool = False
    """Whether the yellow cards are blue ones, as in the oldest packs."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.seats


TABLE_SEATS: Final = 4
"""Of the tables that are drawn."""
NO_TABLE: Final = TablePicture("", ())

Subject = RatingHistory | Form | CrossTable | BidHeights | TablePicture
"""What there is a picture of."""


def day(at: float) -> str:
    """The day of a time in epoch seconds, in Greenwich: ``Sep 3``."""
    date = datetime.fromtimestamp(at, UTC)
    return f"{date:%b} {date.day}"


def share(part: int, whole: int) -> str:
    """A part of something that is not nothing, in percent: ``66%``."""
    return f"{round(100 * part / whole)}%"


def heights(bids: BidsAt) -> str:
    """Between which heights bids are: ``100–115``, or ``100``."""
    lowest, highest = signed(bids.lowest), signed(bids.highest)
    return lowest if lowest == highest else f"{lowest}–{highest}"
