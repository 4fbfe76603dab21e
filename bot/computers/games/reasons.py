"""Reasons for a computer's answer in a game without bidding: figures, without words."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.cards import Card
from rules.core.decisions import Seat


class NothingKnown(NamedTuple):
    """All answers are alike, as no card is known."""


class Below(NamedTuple):
    """The card stays below the one that takes the trick so far."""

    best: Card


class OffColor(NamedTuple):
    """The card is not of the color led, and takes nothing."""


class Last(NamedTuple):
    """The player is last to play, and the card takes the trick."""


class Beatable(NamedTuple):
    """The card is led, or takes the trick so far, and others are still to play."""

    cards: int
    """Number of unseen cards that would beat it."""


class Held(NamedTuple):
    """The cards of one number in the hand: ``number`` cards of ``rank``."""

    rank: int
    number: int


class FourHeld(NamedTuple):
    """All four cards of a number are in the hand."""

    rank: int


class SomeoneFolded(NamedTuple):
    """A player has folded, so all others must."""


class Called(NamedTuple):
    """Whether the card played, or turned up, is of the number called."""

    number: int
    is_true: bool


class LastCard(NamedTuple):
    """The player claims a number with its last card, so this is the last chance to doubt."""


class Likely(NamedTuple):
    """The probability that a claim is true, by the cards this player has seen."""

    percent: int
    """Rounded; 0 only if the claim must be false, 100 only if it must be true."""


class Orange(NamedTuple):
    """Whether the taking to be called is an Orange: with both a red and a yellow card."""

    is_one: bool


class Mistake(NamedTuple):
    """Whether the card just laid in Panjandrum was laid or lifted against the rules."""

    is_one: bool


class Count(NamedTuple):
    """The count that the card reaches, and the points it scores."""

    reached: int
    points: int


class Collects(NamedTuple):
    """The number of cards taken, the played one included."""

    cards: int


class Exposes(NamedTuple):
    """With how many of the fourteen numbers the next player could take cards after this one is played."""

    numbers: int


class Builds(NamedTuple):
    """A card laid on others makes a build of ``number``."""

    number: int
    held: int
    """Cards of that number left in the hand, which can take the build."""


class LaysMelds(NamedTuple):
    """Points of the melds planned for this turn, and points the side needs to open; 0 once it has opened."""

    points: int
    needed: int


class CannotLayMelds(NamedTuple):
    """The planned melds may not be laid yet."""


class PileOf(NamedTuple):
    """The discard pile, taken or left: its size, its top card, and cards of that number in the hand."""

    cards: int
    top: Card
    held: int


class StopsPile(NamedTuple):
    """The card on top of the discards keeps the next player from taking them."""


class Spare(NamedTuple):
    """A discarded card."""

    held: int
    """Other cards of its number left in the hand."""
    fits: int
    """Melds of the other sides it could go onto."""


class NextOfColor(NamedTuple):
    """The card is the next one of its color's building or home pile."""


class CardsLeft(NamedTuple):
    """The opponent on ``seat`` has fewest cards left of those the card fits."""

    seat: Seat
    cards: int


class FitsNowhere(NamedTuple):
    """The card fits no pile but its player's own Delay Pile."""


class NothingFits(NamedTuple):
    """The player has no face-up card that fits a pile."""


class TopFits(NamedTuple):
    """The top card of the own Delay Pile fits a pile now."""


class Uncovers(NamedTuple):
    """A move takes the open cards off a pile."""

    cards: int
    """Cards left in that pile."""


class OneMove(NamedTuple):
    """Only one move is possible."""


class NoMove(NamedTuple):
    """No move is possible."""


class RunContinues(NamedTuple):
    """In how many columns a playable card fits onto this one, to continue the run; may be 0."""

    columns: int


_OfTricks = Below | OffColor | Last | Beatable
_OfNumbers = Held | FourHeld | SomeoneFolded | Called | LastCard | Likely | Count
_OfTakings = Orange | Collects | Exposes | Builds
_OfMelds = LaysMelds | CannotLayMelds | PileOf | StopsPile | Spare
_OfPiles = Mistake | NextOfColor | CardsLeft | FitsNowhere | NothingFits | TopFits
_OfSolitaires = Uncovers | OneMove | NoMove | RunContinues
OtherReason = NothingKnown | _OfTricks | _OfNumbers | _OfTakings | _OfMelds | _OfPiles | _OfSolitaires
