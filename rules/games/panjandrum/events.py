"""The events of a game of Panjandrum. Places are numbered as in ``piles``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class CardLifted(GameEvent):
    """The top card of a Hand was turned up; ``is_forced`` if it has only one place to go."""

    seat: Seat
    card: Card
    is_forced: bool

    @property
    def is_news(self) -> bool:
        """Whether to tell it: not if forced, as the move that follows tells it."""
        return not self.is_forced


@dataclass(frozen=True, slots=True)
class CardLaid(GameEvent):
    """A card was played on a place. The event does not tell whether that was a mistake."""

    seat: Seat
    card: Card
    place: int
    was_lifted: bool
    """Whether it came from the Hand; otherwise from the player's Delay Pile."""
    covered: Card | None
    """The card beneath it on an opponent's Delay Pile; None elsewhere."""


@dataclass(frozen=True, slots=True)
class CardsJoined(GameEvent):
    """Cards that waited under the Building Piles became the next of their color and joined them."""

    is_news: ClassVar[bool] = False
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PileTurnedOver(GameEvent):
    """A seat without a Hand turned over its Delay Pile of ``cards`` cards."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class PanjandrumCalled(GameEvent):
    """The first call was judged. ``owed``: cards each seat gives the loser, the accused or the caller."""

    caller: Seat
    accused: Seat
    was_mistake: bool
    owed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardGiven(GameEvent):
    """A card of a fine went under a Hand: the giver's top Hand card, unseen, or top Delay card."""

    is_news: ClassVar[bool] = False
    giver: Seat
    to: Seat
    from_delay: Card | None
    """The card, if from the Delay Pile; None from the Hand."""


@dataclass(frozen=True, slots=True)
class GameOver(GameEvent):
    """The game is over: ``out`` have no cards left. Empty if it was stopped after the most turns."""

    out: tuple[Seat, ...]
