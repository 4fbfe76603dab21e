"""The subjects of pictures: plain values, without matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from fractions import Fraction
from itertools import groupby
from typing import Final

from rules.core.cards import NO_CARDS, Card, CardSet, Color
from rules.core.words import rounded, signed

NAME_LIMIT: Final = 32
"""Most characters of a name."""
PAIR_LIMIT: Final = 2 * NAME_LIMIT + len(" & ")
"""Most characters of the names of a pair."""
MOST_MATCHES: Final = 20
"""Most matches in a form chart: more bars are too thin for a phone."""
MOST_IN_TABLE: Final = 16
"""Most players or pairs in a cross-table: the cells of more are too small to read."""
TABLE_SEATS: Final = 4
"""Number of seats of a table that is drawn."""
MOST_HELD: Final = 15
"""The most cards of a hand that is drawn: a row at the top and the bottom, five rows at the sides."""
MOST_BARS: Final = 10
_WIDTHS: Final = (1, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
"""Widths of a group, round numbers."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a match."""

    at: float
    """End of the match in epoch seconds."""
    number: int
    uncertainty: int
    """Half width of the 95% interval around the number, in points."""
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
    """How a match ended for the player or pair of the chart."""

    WON = "won"
    DREW = "drew"
    LOST = "lost"
    NEITHER = "neither"
    """Another side won, of two rivals neither."""


@dataclass(frozen=True, slots=True)
class FormBar:
    """One match as a bar: how it ended, and by how much."""

    end: MatchEnd
    margin: int | None
    """Points ahead of the best opponent, negative if behind; None without points to compare."""


@dataclass(frozen=True, slots=True)
class Form:
    """The latest matches of a player or a pair, the oldest first."""

    name: str
    matches: tuple[FormBar, ...]
    against: str = ""
    """The rivals of these matches; empty if opponents vary."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.matches

    @property
    def latest(self) -> tuple[FormBar, ...]:
        """The matches drawn, at most ``MOST_MATCHES``."""
        return self.matches[-MOST_MATCHES:]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Wins of each player or pair against each other one, the best first."""

    names: tuple[tuple[str, ...], ...]
    """The name of each player, or the two of each pair."""
    won: tuple[tuple[int | None, ...], ...]
    """Matches won, by winner and loser: ``won[0][1]`` are those of the first against the second.

    None if the two have never met.
    """
    left_out: int = 0
    """Number of players or pairs further down."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw: no two have met."""
        return all(times is None for row in self.won for times in row)

    @property
    def top(self) -> CrossTable:
        """The part drawn, at most ``MOST_IN_TABLE`` names."""
        rows = self.won[:MOST_IN_TABLE]
        left_out = self.left_out + max(len(self.names) - MOST_IN_TABLE, 0)
        return CrossTable(self.names[:MOST_IN_TABLE], tuple(row[:MOST_IN_TABLE] for row in rows), left_out)


@dataclass(frozen=True, slots=True)
class BidsAt:
    """Numbers of bids made and set, for bids from ``lowest`` to ``highest``."""

    lowest: int
    highest: int
    made: int
    failed: int

    @property
    def bids(self) -> int:
        """Number of bids, made and set."""
        return self.made + self.failed


@dataclass(frozen=True, slots=True)
class BidHeights:
    """How many bids of each height a player or a pair made and set, the lowest height first."""

    name: str
    heights: tuple[BidsAt, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(height.bids for height in self.heights)


@dataclass(frozen=True, slots=True)
class TableSeat:
    """One seat of a table in a picture: its name, the cards shown, and its card in the trick."""

    name: str
    hand: tuple[Card, ...]
    """The cards shown, in reading order."""
    played: Card | None
    """Its card in the trick; None if it has not played."""
    takes: bool = False
    """Whether it takes the trick so far."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A table with four seats at one moment: hands and trick."""

    finding: str
    seats: tuple[TableSeat, ...]
    """The one at the bottom first, then clockwise; four, or none for no picture."""
    trump: Color | None = None
    counters: CardSet = NO_CARDS
    is_blue: bool = False
    """Whether yellow cards are drawn blue, as in the oldest decks."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.seats


NO_TABLE: Final = TablePicture("", ())

Subject = RatingHistory | Form | CrossTable | BidHeights | TablePicture
"""Everything a picture can show."""


def day(at: float) -> str:
    """The UTC day of a time in epoch seconds: ``Sep 3``."""
    date = datetime.fromtimestamp(at, UTC)
    return f"{date:%b} {date.day}"


def share(part: int, whole: int) -> str:
    """A part of ``whole``, which is not 0, in percent: ``66%``."""
    return f"{rounded(Fraction(100 * part, whole))}%"


def heights(bids: BidsAt) -> str:
    """The lowest and highest bid as text: ``100–115``, or ``100`` if they are equal."""
    lowest, highest = signed(bids.lowest), signed(bids.highest)
    return lowest if lowest == highest else f"{lowest}–{highest}"


def grouped(heights: Sequence[BidsAt]) -> list[BidsAt]:
    """The bids in at most ``MOST_BARS`` ranges of equal width, empty ones left out; else all in one."""
    found = sorted((height for height in heights if height.bids), key=lambda height: height.lowest)
    for width in _WIDTHS:
        groups = _groups(found, width)
        if len(groups) <= MOST_BARS:
            return groups
    return [_merged(found)]


def _groups(found: Sequence[BidsAt], width: int) -> list[BidsAt]:
    return [_merged(list(group)) for _, group in groupby(found, lambda height: height.lowest // width)]


def _merged(group: Sequence[BidsAt]) -> BidsAt:
    return BidsAt(
        group[0].lowest,
        max(height.highest for height in group),
        sum(height.made for height in group),
        sum(height.failed for height in group),
    )
