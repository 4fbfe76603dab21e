"""What happens in games of tricks besides cards played and tricks taken."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class CenterTaken(GameEvent):
    """Whoever took the first trick takes so many cards in the center too; only that seat sees them."""

    seat: Seat
    cards: int
