"""Public facts and piles of a deal of Club."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.views import Facts
from rules.games.club.melds import Meld


class Phase(StrEnum):
    """The one phase of a deal: players draw, meld and discard."""

    PLAY = "play"


class Pile(StrEnum):
    """The stock, the discards, a meld on the table, and cards planned for a meld."""

    STOCK = "stock"
    DISCARDS = "discards"
    MELD = "meld"
    """A meld on the table, by side and number."""
    PLANNED = "aside"
    """Cards planned by the player in turn, for the meld of its number; seen by that player alone."""


class Stop(StrEnum):
    """Why no one may take discards."""

    THREE = "three"
    """A 3 on top, while it lies there."""
    WILD = "wild"
    """A wild card, until the next turn of the player who discarded it."""


@dataclass(frozen=True, slots=True)
class ClubFacts(Facts):
    """The seat in turn, each side's melds, Rooks and points needed to open, and why discards are stopped."""

    turn: Seat
    melds: tuple[tuple[Meld, ...], ...]
    """By side, in the order they were laid."""
    rooks: tuple[tuple[Card, ...], ...]
    """By side, the Rooks laid out."""
    to_open: tuple[int, ...]
    """By side, the points its first play must be worth; 0 if it has laid melds."""
    stop: Stop | None
    stopped_by: Seat | None
    """The seat that stops the pile by a wild card; None without one."""
