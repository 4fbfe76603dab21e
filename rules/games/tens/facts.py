"""Public facts and zones of a game of Tens."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.tens.deal import Deal


class Phase(StrEnum):
    """The one phase of a deal: the card turned up may be slapped."""

    SLAP = "slap"


class Scores(StrEnum):
    """Kinds of score items: the cards a player has at the end."""

    CARDS = "cards"


class Pile(StrEnum):
    """The one kind of pile: the turned cards in the center."""

    CENTER = "center"


@dataclass(frozen=True, slots=True)
class TensFacts(Facts):
    """The number to slap, who turned the top card, and who may still slap it."""

    number: int
    turned_by: Seat
    playing: tuple[Seat, ...]
    """Seats in the game: those with cards, and the one that turned the top card."""
    window: int
    """Number of the window on the top card."""
    waiting: tuple[Seat, ...]
    """Seats that have not answered yet."""


def facts_of(deal: Deal, number: int) -> TensFacts:
    """The public facts of a game; ``number`` is the one to slap."""
    playing = tuple(sorted({*deal.holders, deal.turn}))
    return TensFacts(number, deal.turn, playing, deal.window.number, deal.window.waiting)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The top card of the pile, and the number of cards below it."""
    return (Zone(Pile.CENTER, None, deal.pile[-1:], max(0, len(deal.pile) - 1), is_row=True),)
