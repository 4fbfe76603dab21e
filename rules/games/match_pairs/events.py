"""What happens in a game of Match."""

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
    """How many cards its player took by it, itself included; 0 where it did not match."""
    is_out: bool = False
    """Whether it was the last of a player, who is out of the game."""
