"""The events of a deal of Tuxedo."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


class Sweep(StrEnum):
    """The size of a sweep, by the number of table cards taken (R-77)."""

    LITTLE = "little"
    BIG = "big"


@dataclass(frozen=True, slots=True)
class CardsDealt(GameEvent):
    """``each`` cards were dealt to each seat, and some to the table; ``are_last`` if none are left."""

    each: int
    to_table: tuple[Card, ...]
    are_last: bool

    @property
    def is_news(self) -> bool:
        """Whether it is told in a sentence: only if no cards are left to deal."""
        return self.are_last


@dataclass(frozen=True, slots=True)
class CardLaidDown(GameEvent):
    """A seat played a card to the table, loose."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardsTaken(GameEvent):
    """A seat took cards of the table with a card of the hand; a sweep if the table is empty now."""

    seat: Seat
    card: Card
    cards: tuple[Card, ...]
    sweep: Sweep | None


@dataclass(frozen=True, slots=True)
class CardsBuilt(GameEvent):
    """A seat built on the table; its card is the last of the build's ``cards``."""

    seat: Seat
    cards: tuple[Card, ...]

    @property
    def value(self) -> int:
        """The number of the card that takes it."""
        return sum(card.rank for card in self.cards)


@dataclass(frozen=True, slots=True)
class OrangeScored(GameEvent):
    """A seat was the first to call Orange correctly."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class OrangeMistaken(GameEvent):
    """A seat called Orange by mistake and loses points."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class OrangeMissed(GameEvent):
    """It was Orange, and no seat called."""


@dataclass(frozen=True, slots=True)
class LeftoversWon(GameEvent):
    """The cards on the table at the end went to the last taker (R-75)."""

    seat: Seat
    cards: tuple[Card, ...]
