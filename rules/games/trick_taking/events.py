"""Events of the center in trick-taking games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class CenterShown(GameEvent):
    """The cards left over by an even deal lie face up in the center."""

    is_news: ClassVar[bool] = False

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CenterTaken(GameEvent):
    """The taker of the first trick took the cards in the center too; ``cards`` is their number."""

    seat: Seat
    cards: int
    shown: tuple[Card, ...] = ()
    """The cards, if they lay face up; otherwise empty, and only that seat sees them."""
