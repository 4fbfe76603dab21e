"""Reasons for a computer's answer, and the answers it compared: figures, without words."""

from __future__ import annotations

from typing import NamedTuple

from bot.computers.games.reasons import OtherReason
from rules.core.actions import Action
from rules.core.cards import Card, Color
from rules.core.decisions import Seat


class NoChoice(NamedTuple):
    """Only one answer is allowed."""


class Judged(NamedTuple):
    """The answer looks best, without a reason that fits in a sentence."""

    choices: int
    """Number of allowed answers; 0 for too many to count."""


class Strength(NamedTuple):
    """The trumps a hand holds."""

    trump: Color | None
    trumps: tuple[Card, ...]
    """The highest first."""
    lowest_wins: bool


class Margin(NamedTuple):
    """The lowest bid, too near to the hand's points for how much deals differ."""

    bid: int
    spread: int
    """Standard deviation of the points over sampled deals."""


class Worth(NamedTuple):
    """The points a hand would take as the bidder, as a bid counts them, and why the player passes with it."""

    strength: Strength
    points: int
    """Mean over sampled deals, to the nearest point."""
    needed: int | None = None
    """The lowest allowed bid if it is more than ``points``; else None."""
    bidder: Seat | None = None
    """The partner with the high bid if the player passes for that; else None."""
    margin: Margin | None = None
    """Set if the player passes as the lowest bid is at most ``points``, but too near."""
    by_score: bool = False
    """Whether the player bids or passes against these points because of the match score."""
    is_sale: bool = False
    """Whether trump is sold, so that its namer may be another than the bidder."""


class EveryTrick(NamedTuple):
    """The hand takes every trick in all of the sampled deals."""

    deals: int


class Discarding(NamedTuple):
    """The hand that is left after a discard: what it would take, and the colors the discard emptied."""

    worth: Worth
    empty: tuple[Color, ...]
    """Colors the discard emptied, which the hand can now trump."""


class Takes(NamedTuple):
    """No opponent can beat the card."""

    points: int
    """Points in the trick, with the card."""


class PartnerTakes(NamedTuple):
    """A card that the own side has played takes the trick for certain."""

    hand: int | None
    """The partner's hand, which may be a dummy's; None for the player's own if a dummy plays now."""
    points: int
    """Points of the card played now."""


class Lost(NamedTuple):
    """The opponents take the trick for certain, with the points of the card given to them."""

    points: int


class DrawsTrumps(NamedTuple):
    """A trump led: how many are in the hand, this one included, and at most in the opponents' hands."""

    own: int
    theirs: int


class Sold(NamedTuple):
    """Trump kept or sold: the bid, and the worth of each choice in points over the others' average score."""

    price: int
    keeping: int
    selling: int


class Drawn(NamedTuple):
    """A card drawn: the worth in points of the face-up card, and the mean worth of an unseen one."""

    up: int
    unseen: int


class NotDealtYet(NamedTuple):
    """The answer comes before the deal, so it favors no player."""


class Cheapest(NamedTuple):
    """No legal card counts fewer points, and another counts more."""

    points: int


class TriedOut(NamedTuple):
    """Of the ``cards`` that look best this one did best in ``deals`` sampled deals."""

    cards: int
    deals: int


_OfBids = Strength | Worth | EveryTrick | Discarding | Sold | NotDealtYet
_OfCards = Takes | PartnerTakes | Lost | DrawsTrumps | Drawn | Cheapest | TriedOut
Reason = NoChoice | Judged | _OfBids | _OfCards | OtherReason


class Ranked(NamedTuple):
    """One of the compared answers, with its expected points or chance."""

    action: Action
    points: int | None = None
    """The mean take of the bidder's side to the nearest point, or None.

    For a draw the card's worth, for a bid kept or sold the points over the others' average.
    """
    chance: int | None = None
    """Percent chance that the bid is made: the bid of this answer, else the high bid."""
    is_own: bool = False
    """Whether the player asked is the bidder."""
    is_sale: bool = False
    """Whether trump was sold, so that its namer may be another than the bidder."""


class Advice(NamedTuple):
    """A computer's answer for a seat, with its reason and the answers it compared."""

    action: Action
    reason: Reason
    ranked: tuple[Ranked, ...] = ()
    """The compared answers, the chosen one first; empty in games without bidding."""
