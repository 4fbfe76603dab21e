"""What happens in a deal of Rook Clock Pastime; in private its player alone hears of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.cards import Card
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class HoursTurned(GameEvent):
    """Cards were turned: the first at a pile from 1 to 14, each other at the number of the one before."""

    pile: int
    cards: tuple[Card, ...] = field(repr=False)
