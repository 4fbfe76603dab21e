"""What happens in games of tricks besides cards played and tricks taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class CenterShown(GameEvent):
    """What was left over by an even deal lies face up in the center."""

    is_news: ClassVar[bool] = False

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CenterTaken(GameEvent):
    """Whoever took the first trick takes so many cards in the center too."""

    seat: Seat
    cards: int
    shown: tuple[Card, ...] = ()
    """Those that lay face up; else only that seat sees them."""
