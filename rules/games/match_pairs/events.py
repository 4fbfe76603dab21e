"""The events of a game of Match."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class CardTurned(GameEvent):
    """A seat's top card was turned up on the pile."""

    seat: Seat
    card: Card
    taken: int = 0
    """Number of cards its player took, this one included; 0 if it did not match."""
    is_out: bool = False
    """Whether it was the player's last card, who is out of the game."""
