"""Why a computer answers as it does in a game without bidding: values with figures, no words."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.cards import Card
from rules.core.decisions import Seat


class NothingKnown(NamedTuple):
    """Nothing tells one answer from another."""


# Tricks --------------------------------------------------------------------------------------------


class Below(NamedTuple):
    """The card stays below the one that takes the trick so far."""

    best: Card


class OffColor(NamedTuple):
    """The card is not of the color led, and takes nothing."""


class Last(NamedTuple):
    """The last card of a trick takes it."""


class Beatable(NamedTuple):
    """The card is led, or takes the trick so far, and others are still to play."""

    cards: int
    """Cards the player has not seen that would beat it."""


# Races ---------------------------------------------------------------------------------------------


class Held(NamedTuple):
    """So many cards of a number are in the hand."""

    rank: int
    number: int


class FourHeld(NamedTuple):
    """All four cards of a number are in the hand."""

    rank: int


class SomeoneFolded(NamedTuple):
    """A player has folded, so all others must."""


class Called(NamedTuple):
    """The card in question is of the number that is called, or is not."""

    number: int
    is_true: bool


class LastCard(NamedTuple):
    """No player can doubt after this."""


class Likely(NamedTuple):
    """How likely a card is what was called, by the cards the player knows of and the lies that were shown."""

    percent: int
    """Rounded; 0 only where it cannot be, 100 only where it must."""


class Orange(NamedTuple):
    """Whether a red and a yellow card were taken from the table."""

    is_one: bool


class Mistake(NamedTuple):
    """Whether the card just laid at Panjandrum was laid or lifted against the rules."""

    is_one: bool


# Counting and taking -------------------------------------------------------------------------------


class Count(NamedTuple):
    """The card brings the count so far, and scores."""

    reached: int
    points: int


class Collects(NamedTuple):
    """So many cards are taken, that played included."""

    cards: int


class Exposes(NamedTuple):
    """The sums a played card leaves on the table for the next player."""

    numbers: int
    """Of the fourteen numbers, those with which a card could be taken."""


class Builds(NamedTuple):
    """A card laid on others makes a build."""

    number: int
    held: int
    """Cards of that number that stay in the hand, to take it."""


# Club ----------------------------------------------------------------------------------------------


class LaysDown(NamedTuple):
    """Cards that may be laid down together in this turn, as far as the player plans it."""

    points: int
    needed: int
    """What the side must lay down first; 0 where it has."""


class CannotLayDown(NamedTuple):
    """What is set aside may not be laid down."""


class PileOf(NamedTuple):
    """The discards, which may be taken or left."""

    cards: int
    top: Card
    held: int
    """Cards of the number of the top card in the hand."""


class StopsPile(NamedTuple):
    """While the card is on top of the discards, no player may take them."""


class Spare(NamedTuple):
    """A card given up."""

    held: int
    """Other cards of its number that stay in the hand."""
    fits: int
    """Melds of the other sides it could go onto."""


# Piles ---------------------------------------------------------------------------------------------


class NextOfColor(NamedTuple):
    """The card is the next of its color on the piles that are built up."""


class CardsLeft(NamedTuple):
    """Of the opponents a card fits, its receiver has the fewest cards to get rid of."""

    seat: Seat
    cards: int


class FitsNowhere(NamedTuple):
    """The card fits no pile but its player's own."""


class NothingFits(NamedTuple):
    """The player has no open card that fits a pile."""


class TopFits(NamedTuple):
    """The top card of the own Delay Pile fits a pile now."""


class Uncovers(NamedTuple):
    """A move takes the cards that lie open off a pile."""

    cards: int
    """Cards that lie below them there."""


class OneMove(NamedTuple):
    """One move is possible."""


class NoMove(NamedTuple):
    """No move is possible."""


class GoesOn(NamedTuple):
    """How a run can continue after a card."""

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
