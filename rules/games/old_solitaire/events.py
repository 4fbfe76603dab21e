"""The events of a deal of Old Rook Solitaire. In a private deal only the player gets them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from rules.core.cards import Card
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class TopsTurned(GameEvent):
    """The cards turned up at the deal, by pile: 14s and 1s, then the one that stays face up."""

    is_news: ClassVar[bool] = False
    turned: tuple[tuple[Card, ...], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class CardsMoved(GameEvent):
    """Cards went home or onto another pile, and the card they uncovered was turned up."""

    cards: tuple[Card, ...] = field(repr=False)
    place: int
    """The number of the pile, from 1; from 15 on the home piles by color."""
    covered: Card | None = field(repr=False)
    """The card they lie on now; None at home."""
    turned: tuple[Card, ...] = field(repr=False)
    """14s that went under the pile, 1s that went home, then the card face up now."""
