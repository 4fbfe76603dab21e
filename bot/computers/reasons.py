"""Why a computer answers as it does: values with figures. Words are made of them where they are shown."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.actions import Action
from rules.core.cards import Card, Color
from rules.core.decisions import Seat


class NoChoice(NamedTuple):
    """There is one answer."""


class NothingKnown(NamedTuple):
    """Nothing tells one answer from another."""


class Judged(NamedTuple):
    """It looks best, and more cannot be said in a few words."""

    choices: int
    """How many answers there are; 0 for too many to count."""


class Strength(NamedTuple):
    """The trumps a hand holds."""

    trump: Color | None
    trumps: tuple[Card, ...]
    """The highest first."""
    lowest_wins: bool


class Worth(NamedTuple):
    """What a hand would take as the bidder, in the points a bid counts."""

    strength: Strength
    points: int
    """On average over sampled deals, to the nearest point."""
    needed: int | None = None
    """The least a bid must be, where that is more."""
    bidder: Seat | None = None
    """The partner who has the high bid, where that is why one passes."""
    by_score: bool = False
    """Whether one bids or passes against these points because of the score of the match."""


class EveryTrick(NamedTuple):
    """The hand takes every trick in all of the sampled deals."""

    deals: int


class Discarding(NamedTuple):
    """What is left after a discard."""

    worth: Worth
    empty: tuple[Color, ...]
    """Colors that were held and are gone now, so that trumps can take them."""


class Takes(NamedTuple):
    """No opponent can beat the card; so many points lie in the trick with it."""

    points: int


class PartnerTakes(NamedTuple):
    """A partner's card that lies takes the trick for certain."""

    hand: int
    """The partner's hand, which may be a dummy's."""
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


class Cheapest(NamedTuple):
    """No card that may be played counts fewer points, and another counts more."""

    points: int


class TriedOut(NamedTuple):
    """Of the cards that look best this one did best where sampled deals were played out."""

    cards: int
    deals: int


class Below(NamedTuple):
    """The card stays below the one that takes the trick so far."""

    best: Card


class OffColor(NamedTuple):
    """The card is not of the color led, and takes nothing."""


class Last(NamedTuple):
    """The last card of a trick takes it."""


class Held(NamedTuple):
    """So many cards of a number are in the hand."""

    rank: int
    number: int


class Count(NamedTuple):
    """The card brings the count so far, and scores."""

    reached: int
    points: int


class Called(NamedTuple):
    """The card in question is of the number that is called, or is not."""

    number: int
    is_true: bool


class Doubtful(NamedTuple):
    """The claim is the last chance to doubt, cannot be true, or may be."""

    is_last: bool
    is_impossible: bool


class Collects(NamedTuple):
    """So many cards are taken, that played included."""

    cards: int


Reason = (
    NoChoice
    | NothingKnown
    | Judged
    | Strength
    | Worth
    | EveryTrick
    | Discarding
    | Takes
    | PartnerTakes
    | Lost
    | DrawsTrumps
    | Cheapest
    | TriedOut
    | Below
    | OffColor
    | Last
    | Held
    | Count
    | Called
    | Doubtful
    | Collects
)


class Advice(NamedTuple):
    """What a computer would answer on a seat, and why."""

    action: Action
    reason: Reason
