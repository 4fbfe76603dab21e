"""The events of a deal of Simplified Cribbage."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class CardCounted(GameEvent):
    """A seat's card brought the count to ``count``, for ``points`` or 0."""

    seat: Seat
    card: Card
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class CountPassed(GameEvent):
    """A seat passed, as none of its cards fits the current count."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GoScored(GameEvent):
    """Every seat has passed or is out of cards: the last player to play scored a go."""

    seat: Seat
    points: int
