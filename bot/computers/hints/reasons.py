"""Why a computer answers as it does: values with figures. Words are made of them where they are shown."""

from __future__ import annotations

from typing import NamedTuple

from bot.computers.games.reasons import OtherReason
from rules.core.actions import Action
from rules.core.cards import Card, Color
from rules.core.decisions import Seat


class NoChoice(NamedTuple):
    """There is one answer."""


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


class Margin(NamedTuple):
    """A bid that leaves too little to spare for how much deals differ."""

    bid: int
    spread: int
    """How far a sampled deal lies from the average, typically."""


class Worth(NamedTuple):
    """What a hand would take as the bidder, in the points a bid counts."""

    strength: Strength
    points: int
    """On average over sampled deals, to the nearest point."""
    needed: int | None = None
    """The least a bid must be, where that is more."""
    bidder: Seat | None = None
    """The partner who has the high bid, where that is why one passes."""
    margin: Margin | None = None
    """The least a bid must be, where that is no more and yet too near."""
    by_score: bool = False
    """Whether one bids or passes against these points because of the score of the match."""
    is_sale: bool = False
    """Whether trump is sold, so that who names it need not be the bidder."""


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
    """A card of the own side that lies takes the trick for certain."""

    hand: int | None
    """The partner's hand, which may be a dummy's; None for the own, where the hand that is asked is not."""
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
    """A bid kept or sold: what either is worth, in points over what the others score on average."""

    price: int
    keeping: int
    selling: int


class Drawn(NamedTuple):
    """A card drawn: worth in points of the face-up card, and mean worth of an unseen one."""

    up: int
    unseen: int


class NotDealtYet(NamedTuple):
    """The answer was given before cards are dealt, so it favors no player."""


class Cheapest(NamedTuple):
    """No card that may be played counts fewer points, and another counts more."""

    points: int


class TriedOut(NamedTuple):
    """Of the cards that look best this one did best where sampled deals were played out."""

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
    """One of the answers that were compared."""

    action: Action
    points: int | None = None
    """What is expected of it, to the nearest point; None where no figure was found.

    What the bidder's side takes in the deal, on average; of a card drawn what it is worth, of a bid kept or
    sold what one scores over the others' average.
    """
    chance: int | None = None
    """How likely the bid is made, in hundredths: the one in question, else the one that stands."""
    is_own: bool = False
    """Whether the bidder is the player asked."""
    is_sale: bool = False
    """Whether trump was sold, so that who named it need not be the bidder."""


class Advice(NamedTuple):
    """What a computer would answer on a seat, and why."""

    action: Action
    reason: Reason
    ranked: tuple[Ranked, ...] = ()
    """The answers it compared, the best first; none in games without bidding, which have no such figures."""
