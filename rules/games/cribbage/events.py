"""What happens in a deal of Simplified Cribbage, besides cards that are dealt and played."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class CardCounted(GameEvent):
    """The card a seat played brought the count to a number, for points or none."""

    seat: Seat
    card: Card
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class CountPassed(GameEvent):
    """A seat has no card that fits the present count."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GoScored(GameEvent):
    """Nobody could go on, and whoever had played last scored."""

    seat: Seat
    points: int
