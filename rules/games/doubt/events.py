"""The events of a deal of I Doubt It."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class CardClaimed(GameEvent):
    """A seat played a card face down and called a number; ``is_last`` if its hand is empty now."""

    seat: Seat
    number: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class CardDoubted(GameEvent):
    """The first doubt was checked: the card is shown, and ``loser`` takes ``taken`` cards from the center."""

    doubter: Seat
    claimant: Seat
    card: Card
    number: int
    """The number called."""
    loser: Seat
    taken: int

    @property
    def was_true(self) -> bool:
        """Whether the card has the number called."""
        return self.card.rank == self.number


@dataclass(frozen=True, slots=True)
class WentOut(GameEvent):
    """A seat has no cards left, and the deal is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealStopped(GameEvent):
    """The deal was stopped after ``plays`` cards."""

    plays: int
