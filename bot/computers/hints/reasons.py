"""Reasons for a computer's answers, as values with figures; they become text where shown."""

from __future__ import annotations

from typing import NamedTuple

from bot.computers.games.reasons import OtherReason
from rules.core.actions import Action
from rules.core.cards import Card, Color
from rules.core.decisions import Seat


class NoChoice(NamedTuple):
    """Only one answer is allowed."""


class Judged(NamedTuple):
    """The answer looks best, and there is no reason short enough for a sentence."""

    choices: int
    """Number of allowed answers; 0 for too many to count."""


class Strength(NamedTuple):
    """The trumps a hand holds."""

    trump: Color | None
    trumps: tuple[Card, ...]
    """The highest first."""
    lowest_wins: bool


class Margin(NamedTuple):
    """A bid so close to the expected take that it fails too often."""

    bid: int
    spread: int
    """Standard deviation of the take over the sampled deals."""


class Worth(NamedTuple):
    """What a hand would take as the bidder, in the points a bid counts."""

    strength: Strength
    points: int
    """On average over sampled deals, to the nearest point."""
    needed: int | None = None
    """The lowest bid allowed, if it is more than ``points``."""
    bidder: Seat | None = None
    """The partner who has the high bid, if that is why the player passes."""
    margin: Margin | None = None
    """The lowest bid allowed, if it is not above ``points`` but too close to them."""
    by_score: bool = False
    """Whether the score of the match, not these points, decides to bid or pass."""
    is_sale: bool = False
    """Whether trump is sold, so that the seat that names it may not have bid."""


class EveryTrick(NamedTuple):
    """The hand takes every trick in all of the sampled deals."""

    deals: int


class Discarding(NamedTuple):
    """A discard: the worth of the hand after it, and the colors it empties."""

    worth: Worth
    empty: tuple[Color, ...]
    """Colors the discard empties, so that the hand can trump them."""


class Takes(NamedTuple):
    """No opponent can beat the card; so many points lie in the trick with it."""

    points: int


class PartnerTakes(NamedTuple):
    """A card of the own side, played before, certainly takes the trick."""

    hand: int | None
    """The hand that played it, a partner's or a dummy's; None if the player asked plays it too."""
    points: int
    """Points of the card that is added."""


class Lost(NamedTuple):
    """The opponents take the trick for certain."""

    points: int
    """Points of the card that is given to them."""


class DrawsTrumps(NamedTuple):
    """A trump led while the opponents may still hold some."""

    own: int
    """Trumps in the hand, this one included."""
    theirs: int
    """Trumps the opponents may hold at most."""


class Sold(NamedTuple):
    """Keeping or selling a bid: the worth of each, in points over the others' average."""

    price: int
    keeping: int
    selling: int


class Drawn(NamedTuple):
    """A draw: worth in points of the face-up card, and mean worth of an unseen one."""

    up: int
    unseen: int


class NotDealtYet(NamedTuple):
    """The answer was given before cards are dealt, so it favors no player."""


class Cheapest(NamedTuple):
    """No legal card counts fewer points, and another counts more."""

    points: int


class TriedOut(NamedTuple):
    """The card did best of ``cards`` candidates in ``deals`` sampled deals."""

    cards: int
    deals: int


Reason = (
    NoChoice
    | Judged
    | Strength
    | Worth
    | EveryTrick
    | Discarding
    | Takes
    | PartnerTakes
    | Lost
    | DrawsTrumps
    | Sold
    | Drawn
    | NotDealtYet
    | Cheapest
    | TriedOut
    | OtherReason
)


class Ranked(NamedTuple):
    """One of the compared answers, with its expected points or chance."""

    action: Action
    points: int | None = None
    """Expected points, rounded; None without a figure.

    Of a bid, trump or card: the points the bidder's side takes. Of a draw: the worth of the card. Of
    keeping or selling a bid: points over the others' average.
    """
    chance: int | None = None
    """Percentage of sampled deals in which the bid is made: this one, else the high bid."""
    is_own: bool = False
    """Whether the bidder is the player asked."""
    is_sale: bool = False
    """Whether trump was sold, so that the seat that named it may not have bid."""


class Advice(NamedTuple):
    """A computer's answer for a seat, its reason and the answers compared."""

    action: Action
    reason: Reason
    ranked: tuple[Ranked, ...] = ()
    """The answers compared, best first; empty in games without bidding, which have no such figures."""
