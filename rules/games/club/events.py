"""What happens in a deal of Club. Cards that only their player sees are drawn in ``CardsSeen``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class RookLaidOut(GameEvent):
    """A Rook was laid out, as it was dealt or drawn; its player draws another card for it."""

    seat: Seat
    card: Card
    is_drawn: bool
    """Whether it was drawn, not dealt."""


@dataclass(frozen=True, slots=True)
class RookPutBack(GameEvent):
    """A Rook was turned up to begin the discards, and goes back into the stock under so many cards."""

    card: Card
    under: int


@dataclass(frozen=True, slots=True)
class DiscardsBegun(GameEvent):
    """Cards were turned up until one was neither 1, 2 nor 3; that lies on top, the last of them."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsDrawn(GameEvent):
    """A seat drew so many cards into the hand, besides Rooks."""

    is_news: ClassVar[bool] = False

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class DiscardsTaken(GameEvent):
    """A seat took all the discards, so many cards; the top one is among the cards then laid down."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class TopCardTaken(GameEvent):
    """A seat took only the top of the discards, onto a meld of its side, which was its whole turn."""

    seat: Seat
    card: Card
    place: int
    """Number of the meld, from 1."""
    birdie: int
    """What the Birdie it completed counts; 0 for none."""


class Laid(NamedTuple):
    """Cards laid down in one place: a new meld, or added to one that was there."""

    place: int
    """Number of the meld, from 1."""
    cards: CardSet
    is_new: bool
    birdie: int
    """What the Birdie they completed counts; 0 for none."""


@dataclass(frozen=True, slots=True)
class CardsLaidDown(GameEvent):
    """A seat laid down everything it had set aside, by the number of the meld."""

    seat: Seat
    laid: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class CardDiscarded(GameEvent):
    """A seat discarded a card and ended its turn with it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class StockUsedUp(GameEvent):
    """No card is left to draw: the deal is over, and nobody went out."""


@dataclass(frozen=True, slots=True)
class GoneOut(GameEvent):
    """A seat has got rid of all its cards: the deal is over."""

    seat: Seat
