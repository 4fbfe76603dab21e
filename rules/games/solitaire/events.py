"""The events all solitaires share."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class MoveTakenBack(GameEvent):
    """A seat took its last move back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GaveUp(GameEvent):
    """A seat gave up its deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealNumberShown(GameEvent):
    """A deal is over, and its number is public. The same number deals the same cards."""

    number: int
