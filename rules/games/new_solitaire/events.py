"""The events of a deal of New Rook Solitaire. In a private deal only the player gets them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class ColumnsLaid(GameEvent):
    """The columns of a seat's deal, each with the playable card last."""

    is_news: ClassVar[bool] = False
    seat: Seat
    columns: tuple[tuple[Card, ...], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class CardTurned(GameEvent):
    """The next card of the hand was turned onto the playing pile."""

    seat: Seat
    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class CardPlayed(GameEvent):
    """The last card of a column was played onto the one on top of the playing pile."""

    seat: Seat
    card: Card = field(repr=False)
    covered: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class Finished(GameEvent):
    """A seat ended a deal in which no card could be turned or played."""

    seat: Seat
