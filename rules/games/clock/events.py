"""The events of a deal of Rook Clock Pastime. In a private deal only the player gets them."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.cards import Card
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class HoursTurned(GameEvent):
    """Cards were turned: the first at ``pile``, 1 to 14, each next one at the number of the one before."""

    pile: int
    cards: tuple[Card, ...] = field(repr=False)
