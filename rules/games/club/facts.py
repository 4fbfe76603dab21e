"""What everyone knows of a deal of Club, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.views import Facts
from rules.games.club.melds import Meld


class Phase(StrEnum):
    """What is being done."""

    PLAY = "play"


class Pile(StrEnum):
    """What cards on the table are."""

    STOCK = "stock"
    DISCARDS = "discards"
    MELD = "meld"
    """On the table, by side and number."""
    ASIDE = "aside"
    """Set aside by the player in turn, for the meld of its number."""


class Stop(StrEnum):
    """What keeps everybody from taking discards."""

    THREE = "three"
    """A 3 on top, while it lies there."""
    WILD = "wild"
    """A wild card, until the turn of whoever discarded it."""


@dataclass(frozen=True, slots=True)
class ClubFacts(Facts):
    """The sides, by number, and whether discards may be taken."""

    turn: Seat
    melds: tuple[tuple[Meld, ...], ...]
    """On the table, of each side in the order they were laid down."""
    rooks: tuple[tuple[Card, ...], ...]
    """Laid out by each side."""
    to_open: tuple[int, ...]
    """What each side must lay down first; 0 where it has."""
    stop: Stop | None
    stopped_by: Seat | None
    """Who discarded the wild card that stops."""
