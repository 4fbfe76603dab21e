"""The events of a deal of Donkey."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class FoldedFirst(GameEvent):
    """A seat was the first to fold with four of a number, which it shows."""

    seat: Seat
    four: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FoldedLast(GameEvent):
    """A seat was the last to fold, or did not, and is the Donkey."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NobodyFolded(GameEvent):
    """The deal was stopped after ``passes`` passes, without a winner and without a Donkey."""

    passes: int
