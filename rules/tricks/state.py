"""The state of a bidding match: immutable, everything secret included, shown by no ``repr``."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from rules.cards import NO_CARDS, Card, CardSet, Color
from rules.decisions import Seat
from rules.events import DealScored
from rules.tricks.ranking import NOT_LED, Ranking

NOBODY: Final[Seat] = -1


class Phase(IntEnum):
    """What is going on in a match."""

    DRAW = 0
    DEAL = 1
    BID = 2
    DISCARD = 3
    TRUMP = 4
    PLAY = 5
    OVER = 6


class Match(NamedTuple):
    """What lasts beyond one deal."""

    seats: int
    drawing: tuple[Seat, ...]
    """Seats that still draw for the deal."""
    dealer: Seat
    deal: int
    """Number of the present deal, from 1; 0 before the first."""
    thrown_in: int
    """Deals passed out in a row."""
    totals: tuple[int, ...]
    """Points by side."""
    sheet: tuple[DealScored, ...]


class Auction(NamedTuple):
    """The bidding of one deal."""

    turn: Seat
    high: int
    """The standing bid in points, 0 for none."""
    declarer: Seat
    """Who made the standing bid; NOBODY for none."""
    calls: tuple[tuple[Seat, int], ...]
    """Every call in order; 0 points is a pass."""
    passed: frozenset[Seat]


class Trick(NamedTuple):
    """A complete trick."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int


class Play(NamedTuple):
    """The playing of the tricks."""

    ranking: Ranking
    turn: Seat
    leader: Seat
    led: int
    cards: tuple[Card, ...]
    winner: Seat
    power: int
    won: tuple[int, ...]
    """Cards captured by seat, as masks."""
    tricks: tuple[int, ...]
    """Tricks taken by seat."""
    last: Trick | None

    def __repr__(self) -> str:
        return f"<play, turn of seat {self.turn}>"


class State(NamedTuple):
    """A match at one moment."""

    phase: Phase
    match: Match
    hands: tuple[int, ...]
    """Cards held by seat, as masks."""
    nest: CardSet
    auction: Auction | None
    trump: Color | None
    play: Play | None

    def __repr__(self) -> str:
        return f"<deal {self.match.deal}, {self.phase.name.lower()}>"


def first_state(seats: int, sides: int) -> State:
    """A match before anybody has drawn for the deal."""
    everyone = tuple(range(seats))
    match = Match(seats, everyone, NOBODY, 0, 0, (0,) * sides, ())
    return State(Phase.DRAW, match, (0,) * seats, NO_CARDS, None, None, None)


def first_play(ranking: Ranking, leader: Seat, seats: int) -> Play:
    """The play before the opening lead."""
    zeros = (0,) * seats
    return Play(ranking, leader, leader, NOT_LED, (), NOBODY, 0, zeros, zeros, None)
