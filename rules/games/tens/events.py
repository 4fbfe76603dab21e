"""The events of a game of Tens."""

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


@dataclass(frozen=True, slots=True)
class PileSlapped(GameEvent):
    """A seat slapped the number first and took the pile of ``cards`` cards."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class NobodySlapped(GameEvent):
    """A card of the number was turned up, and no seat slapped it."""

    number: int


@dataclass(frozen=True, slots=True)
class WrongSlapPaid(GameEvent):
    """A seat slapped a wrong card and paid its top card, face down, under the pile."""

    seat: Seat
