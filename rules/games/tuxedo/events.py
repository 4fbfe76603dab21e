"""What happens in a deal of Tuxedo, besides the hands that are dealt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


class Sweep(StrEnum):
    """Everything on the table taken at once: few cards or many (R-77)."""

    LITTLE = "little"
    BIG = "big"


@dataclass(frozen=True, slots=True)
class CardsDealt(GameEvent):
    """So many cards were dealt to everyone, and some to the table; ``are_last``: the pack is out."""

    each: int
    to_table: tuple[Card, ...]
    are_last: bool

    @property
    def is_news(self) -> bool:
        """Whether it is told in a sentence: only of the last cards."""
        return self.are_last


@dataclass(frozen=True, slots=True)
class CardLaidDown(GameEvent):
    """A seat laid a card down on the table."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardsTaken(GameEvent):
    """A seat took cards of the table with a card of the hand; a sweep if nothing is left there."""

    seat: Seat
    card: Card
    cards: tuple[Card, ...]
    sweep: Sweep | None


@dataclass(frozen=True, slots=True)
class CardsBuilt(GameEvent):
    """A seat laid a card, the last of these, on others, and they are one build."""

    seat: Seat
    cards: tuple[Card, ...]

    @property
    def value(self) -> int:
        """The number that takes it."""
        return sum(card.rank for card in self.cards)


@dataclass(frozen=True, slots=True)
class OrangeScored(GameEvent):
    """A seat was the first to call Orange, and rightly."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class OrangeMistaken(GameEvent):
    """A seat called Orange where there was none, and loses points."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class OrangeMissed(GameEvent):
    """It was Orange, and nobody called."""


@dataclass(frozen=True, slots=True)
class LeftoversWon(GameEvent):
    """What lay on the table at the end went to whoever took last (R-75)."""

    seat: Seat
    cards: tuple[Card, ...]
