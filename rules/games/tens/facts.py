"""What everyone sees of a game of Tens, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.tens.deal import Deal


class Phase(StrEnum):
    """What is being done."""

    SLAP = "slap"


class Scores(StrEnum):
    """What is counted in the end: the cards one has."""

    CARDS = "cards"


class Pile(StrEnum):
    """The kinds of piles on the table."""

    CENTER = "center"


@dataclass(frozen=True, slots=True)
class TensFacts(Facts):
    """The number that is slapped, who turned the card that lies there, and who may still slap it."""

    number: int
    turned_by: Seat
    playing: tuple[Seat, ...]
    """Who is in the game: all who have cards, and whoever turned the last one just now."""
    window: int
    """The number of the window that is open on the card."""
    waiting: tuple[Seat, ...]
    """Who has not answered yet."""


def facts_of(deal: Deal, number: int) -> TensFacts:
    """Nothing of the cards face down but how many there are."""
    playing = tuple(sorted({*deal.holders, deal.turn}))
    return TensFacts(number, deal.turn, playing, deal.window.number, deal.window.waiting)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The card that may be slapped, and how many lie below it."""
    return (Zone(Pile.CENTER, None, deal.pile[-1:], max(0, len(deal.pile) - 1)),)
