"""Reasons for a computer's answers in games without bidding, as values; they become text where shown."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.cards import Card
from rules.core.decisions import Seat


class NothingKnown(NamedTuple):
    """No reason: the player knows nothing that makes one answer better."""


class Below(NamedTuple):
    """The card stays below the one that takes the trick so far."""

    best: Card


class OffColor(NamedTuple):
    """The card is not of the color led, and takes nothing."""


class Last(NamedTuple):
    """The card is the last of its trick and takes it."""


class Beatable(NamedTuple):
    """The card is led, or takes the trick so far, and others are still to play."""

    cards: int
    """Cards the player has not seen that would beat it."""


class Held(NamedTuple):
    """Count of the cards of a number in the hand."""

    rank: int
    number: int


class FourHeld(NamedTuple):
    """All four cards of a number are in the hand."""

    rank: int


class SomeoneFolded(NamedTuple):
    """A player has folded, so all others must."""


class Called(NamedTuple):
    """Whether the card played has the number called."""

    number: int
    is_true: bool


class LastCard(NamedTuple):
    """No player can doubt after this."""


class Likely(NamedTuple):
    """Probability that a card has the number called, by the cards and the lies the player has seen."""

    percent: int
    """Rounded; 0 only if impossible, 100 only if certain."""


class Orange(NamedTuple):
    """Whether a red and a yellow card were taken from the table."""

    is_one: bool


class Mistake(NamedTuple):
    """Whether the card just laid at Panjandrum was laid or lifted against the rules."""

    is_one: bool


class Count(NamedTuple):
    """The count a card reaches, and the points it scores."""

    reached: int
    points: int


class Collects(NamedTuple):
    """Number of cards a capture takes, the card played included."""

    cards: int


class Exposes(NamedTuple):
    """The sums a played card leaves on the table for the next player."""

    numbers: int
    """Of the fourteen numbers, those with which a card could be taken."""


class Builds(NamedTuple):
    """A card played on others makes a build."""

    number: int
    held: int
    """Cards of that number that stay in the hand, to take it."""


class LaysDown(NamedTuple):
    """Points of the melds the player plans to lay in this turn."""

    points: int
    needed: int
    """Points the side needs to open; 0 if it has opened."""


class CannotLayDown(NamedTuple):
    """The planned cards may not be laid."""


class PileOf(NamedTuple):
    """The discard pile, taken or left."""

    cards: int
    top: Card
    held: int
    """Cards of the number of the top card in the hand."""


class StopsPile(NamedTuple):
    """The card stops the pile: no player may take discards while it is on top."""


class Spare(NamedTuple):
    """A discarded card, by what it could have been used for."""

    held: int
    """Other cards of its number that stay in the hand."""
    fits: int
    """Melds of the other sides it could go onto."""


class NextOfColor(NamedTuple):
    """The card is the next one of its color's building or home pile."""


class CardsLeft(NamedTuple):
    """Of the opponents a card fits, the one who gets it has the fewest cards left."""

    seat: Seat
    cards: int


class FitsNowhere(NamedTuple):
    """The card fits no pile but its player's own."""


class NothingFits(NamedTuple):
    """The player has no face-up card that fits a pile."""


class TopFits(NamedTuple):
    """The top card of the own Delay Pile fits a pile now."""


class Uncovers(NamedTuple):
    """A move takes all face-up cards off a pile."""

    cards: int
    """Face-down cards left in that pile."""


class OneMove(NamedTuple):
    """Only one move is possible."""


class NoMove(NamedTuple):
    """No move is possible."""


class GoesOn(NamedTuple):
    """The run can continue after a card, or not."""

    columns: int
    """Columns that show a card which fits onto it."""


OtherReason = (
    NothingKnown
    | Below
    | OffColor
    | Last
    | Beatable
    | Held
    | FourHeld
    | SomeoneFolded
    | Called
    | LastCard
    | Likely
    | Orange
    | Mistake
    | Count
    | Collects
    | Exposes
    | Builds
    | LaysDown
    | CannotLayDown
    | PileOf
    | StopsPile
    | Spare
    | NextOfColor
    | CardsLeft
    | FitsNowhere
    | NothingFits
    | TopFits
    | Uncovers
    | OneMove
    | NoMove
    | GoesOn
)
