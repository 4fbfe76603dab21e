"""What happens in games for one."""

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
    """A seat gave its deal up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealNumberShown(GameEvent):
    """A deal is over, and everyone may know its number, which deals the same cards again."""

    number: int
