"""The state of a bidding match: immutable, everything secret included, shown by no ``repr``."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from rules.cards import NO_CARDS, Card, CardSet
from rules.decisions import CHANCE, Seat
from rules.events import DealScored, TrickTaken
from rules.tricks.ranking import NOT_LED, Ranking
from rules.tricks.setup import Setup

NOBODY: Final[Seat] = -2
"""No seat at all; chance is another."""


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

    high: int
    """The standing bid in points, 0 for none."""
    declarer: Seat
    """Who made the standing bid; NOBODY for none."""
    calls: tuple[tuple[Seat, int], ...]
    """Every call in order; 0 points is a pass."""
    waiting: tuple[Seat, ...]
    """Seats that have not passed, in the order of their turns: the next one first."""


NO_AUCTION: Final = Auction(0, NOBODY, (), ())


class State(NamedTuple):
    """A match at one moment."""

    phase: Phase
    turn: Seat
    """Who is asked: a seat, chance, or nobody when the match is over."""
    match: Match
    hands: tuple[CardSet, ...]
    """Cards held, by seat."""
    nest: CardSet
    """Cards in the nest as dealt, or as laid away by the declarer; none while he holds them."""
    auction: Auction
    ranking: Ranking
    """How the cards rank: with the trump named, or none yet."""
    led: int
    """The suit led to the present trick."""
    trick: tuple[Card, ...]
    """The present trick, in playing order."""
    taken: tuple[TrickTaken, ...]
    """The complete tricks of this deal."""

    def __repr__(self) -> str:
        return f"<deal {self.match.deal}, {self.phase.name.lower()}>"


def first_state(setup: Setup) -> State:
    """A match before anybody has drawn for the deal."""
    everyone = tuple(range(setup.seats))
    match = Match(setup.seats, everyone, NOBODY, 0, 0, (0,) * len(setup.sides), ())
    return between_deals(setup, Phase.DRAW, CHANCE, match)


def between_deals(setup: Setup, phase: Phase, turn: Seat, match: Match) -> State:
    """A match with no cards on the table."""
    return State(
        phase=phase,
        turn=turn,
        match=match,
        hands=(NO_CARDS,) * setup.seats,
        nest=NO_CARDS,
        auction=NO_AUCTION,
        ranking=setup.rankings[None],
        led=NOT_LED,
        trick=(),
        taken=(),
    )
