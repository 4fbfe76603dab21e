"""What happens in a game of Panjandrum. Places are numbered as in ``piles``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import GameEvent


@dataclass(frozen=True, slots=True)
class CardLifted(GameEvent):
    """The top card of a Hand was turned up; ``is_forced`` where there is one place for it, told with it."""

    seat: Seat
    card: Card
    is_forced: bool

    @property
    def is_news(self) -> bool:
        """Only where its player has something to choose."""
        return not self.is_forced


@dataclass(frozen=True, slots=True)
class CardLaid(GameEvent):
    """A card was laid on a place; told the same way whether it was right or wrong."""

    seat: Seat
    card: Card
    place: int
    was_lifted: bool
    """Else it came from the player's own Delay Pile."""
    covered: Card | None
    """The card it lies on now, where it is on an opponent's Delay Pile."""


@dataclass(frozen=True, slots=True)
class CardsJoined(GameEvent):
    """Cards that waited under the Building Piles were the next of their color, and joined them."""

    is_news: ClassVar[bool] = False
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PileTurnedOver(GameEvent):
    """A seat without a Hand turned its Delay Pile over, of so many cards."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class PanjandrumCalled(GameEvent):
    """The first call was judged, and everybody gives so many cards, by seat, to whoever was wrong."""

    caller: Seat
    accused: Seat
    was_mistake: bool
    owed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardGiven(GameEvent):
    """A card of a fine went under a Hand: unseen from the Hand, or the top of the Delay Pile."""

    is_news: ClassVar[bool] = False
    giver: Seat
    to: Seat
    from_delay: Card | None
    """None from the Hand."""


@dataclass(frozen=True, slots=True)
class GameOver(GameEvent):
    """Some seats have no cards left; if nobody, the game was stopped after the most turns."""

    out: tuple[Seat, ...]
