"""The events of a deal of Club. The cards of a draw are in ``CardsSeen``, for their player alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class RookLaidOut(GameEvent):
    """A Rook that was dealt or drawn was laid out; its player draws another card for it."""

    seat: Seat
    card: Card
    is_drawn: bool
    """Whether it was drawn, not dealt."""


@dataclass(frozen=True, slots=True)
class RookPutBack(GameEvent):
    """A Rook turned up to begin the discards went to the middle of the stock, with ``under`` cards on top."""

    card: Card
    under: int


@dataclass(frozen=True, slots=True)
class DiscardsBegun(GameEvent):
    """Cards were turned up to begin the discards; the last one, on top, is above 3."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsDrawn(GameEvent):
    """A seat drew ``cards`` cards, Rooks not counted."""

    is_news: ClassVar[bool] = False

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class DiscardsTaken(GameEvent):
    """A seat took all ``cards`` discards; the top one is among the cards then laid."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class TopCardTaken(GameEvent):
    """A seat took only the top discard, onto a meld of its side: its whole turn."""

    seat: Seat
    card: Card
    place: int
    """Number of the meld, from 1."""
    birdie: int
    """Points of the Birdie it completed; 0 if it completed none."""


class Laid(NamedTuple):
    """Cards laid in one place: a new meld, or an addition to one."""

    place: int
    """Number of the meld, from 1."""
    cards: CardSet
    is_new: bool
    birdie: int
    """Points of the Birdie they completed; 0 if they completed none."""


@dataclass(frozen=True, slots=True)
class CardsLaidDown(GameEvent):
    """A seat laid all its planned cards, by number of the meld."""

    seat: Seat
    laid: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class CardDiscarded(GameEvent):
    """A seat discarded a card and ended its turn with it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class StockUsedUp(GameEvent):
    """The stock is empty: the deal is over, and no player went out."""


@dataclass(frozen=True, slots=True)
class GoneOut(GameEvent):
    """A seat has no cards left: the deal is over."""

    seat: Seat
