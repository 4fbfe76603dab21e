"""Facts and zones of a deal of New Rook Solitaire. The zones are the player's alone if it is private."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.new_solitaire.deal import Deal, Together


class Scores(StrEnum):
    """Score items: cards left in the columns or hand, and with *Best deal* whether it is the best so far."""

    PARKED = "parked"
    CLEARED = "cleared"
    BETTER = "better"
    NOT_BETTER = "not_better"


class Phase(StrEnum):
    """The one phase of a deal: cards are turned and played."""

    PLAYING = "playing"


class Pile(StrEnum):
    """The kinds of piles on the table: columns, and the playing pile."""

    COLUMN = "column"
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class NewFacts(Facts):
    """The player, the numbers of cards left in the columns and in the hand, and of moves taken back."""

    player: Seat
    parked: int
    """Cards left in the columns."""
    hand: int
    """Cards left to turn."""
    taken_back: int
    """Number of moves taken back."""


@dataclass(frozen=True, slots=True)
class TogetherFacts(Facts):
    """Where several play at once: by seat the cards left in columns and hand, and who still plays."""

    parked: tuple[int, ...]
    hands: tuple[int, ...]
    playing: tuple[Seat, ...]


def together_facts(together: Together) -> TogetherFacts:
    """The public facts of deals played at once; no card."""
    layouts = [deal.layout for deal in together.deals]
    parked, hands = (
        tuple(layout.parked for layout in layouts),
        tuple(len(layout.hand) for layout in layouts),
    )
    return TogetherFacts(parked, hands, together.playing)


def facts_of(deal: Deal) -> NewFacts:
    """The player, the numbers of cards left in columns and hand, and of moves taken back; no card."""
    return NewFacts(deal.player, deal.layout.parked, len(deal.layout.hand), deal.undone)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The columns from 1 with the playable card last, and the top of the playing pile."""
    columns = [
        Zone(Pile.COLUMN, None, cards, 0, is_row=True, number=number)
        for number, cards in enumerate(deal.layout.columns, start=1)
    ]
    return (*columns, Zone(Pile.PLAYING, None, deal.layout.pile[-1:], 0, is_row=True))
