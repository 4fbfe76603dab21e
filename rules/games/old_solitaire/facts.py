"""Facts and zones of a deal of Old Rook Solitaire. The zones are the player's alone if it is private."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.cards import Color, card
from rules.core.views import Facts, Zone
from rules.games.old_solitaire.deal import Deal, Layout


class Scores(StrEnum):
    """Kinds of score items: the cards home."""

    HOME = "home"


class Phase(StrEnum):
    """The one phase of a deal: cards are moved."""

    PLAYING = "playing"


class PileKind(StrEnum):
    """The kinds of piles on the table: transfer piles, home piles, and 14s under a transfer pile."""

    TRANSFER = "transfer"
    HOME = "home"
    UNDER = "under"
    """14s that were put under a transfer pile."""


@dataclass(frozen=True, slots=True)
class OldFacts(Facts):
    """The numbers of cards home and of moves taken back."""

    home: int
    """Number of cards home."""
    taken_back: int
    """Number of moves taken back."""


def facts_of(deal: Deal) -> OldFacts:
    """The numbers of cards home and of moves taken back; no card."""
    return OldFacts(deal.layout.score, deal.undone)


def zones(layout: Layout) -> tuple[Zone, ...]:
    """The transfer piles from 1, the top card of each home pile, and the 14s put under."""
    numbered = tuple(enumerate(layout.piles, start=1))
    rows = [
        Zone(PileKind.TRANSFER, None, pile.shown, len(pile.hidden), is_row=True, number=number)
        for number, pile in numbered
    ]
    under = [
        Zone(PileKind.UNDER, None, pile.under, 0, number=number) for number, pile in numbered if pile.under
    ]
    home = tuple(card(color, top) for color, top in zip(Color, layout.home, strict=True) if top)
    return (*rows, Zone(PileKind.HOME, None, home, 0, is_row=True), *under)
