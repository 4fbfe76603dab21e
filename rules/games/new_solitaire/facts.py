"""What is seen of a deal of New Rook Solitaire, as values; the cards perhaps by its player alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.new_solitaire.deal import Deal


class Scores(StrEnum):
    """What a deal scores for, and how it compares with the best one before where that counts."""

    PARKED = "parked"
    CLEARED = "cleared"
    BETTER = "better"
    NOT_BETTER = "not_better"


class Phase(StrEnum):
    """What is being done."""

    PLAYING = "playing"


class Pile(StrEnum):
    """The kinds of piles on the table."""

    COLUMN = "column"
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class NewFacts(Facts):
    """Whose deal it is, and how far it is."""

    player: Seat
    parked: int
    """Cards left in the columns."""
    hand: int
    """Cards left to turn."""
    taken_back: int
    """How often a move was taken back."""


def facts_of(deal: Deal) -> NewFacts:
    """How far the deal is, without a card."""
    return NewFacts(deal.player, deal.layout.parked, len(deal.layout.hand), deal.undone)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The columns from 1 with the playable card last, and the top of the playing pile."""
    columns = [
        Zone(Pile.COLUMN, None, cards, 0, is_row=True, number=number)
        for number, cards in enumerate(deal.layout.columns, start=1)
    ]
    return (*columns, Zone(Pile.PLAYING, None, deal.layout.pile[-1:], 0, is_row=True))
