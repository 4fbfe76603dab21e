"""What is stored of a table at which the cards of an earlier deal are played again. Plain values."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.decisions import Seat


@dataclass(frozen=True, slots=True)
class EarlierDeal:
    """A deal that is over, whose cards another table plays again."""

    source_id: int
    """The table it was played at."""
    deal: int
    """Its number there."""
    seats: tuple[Seat, ...]
    """By seat of the new table, which seat had these cards; in the order people sat then."""
    draw: str = field(repr=False)
    """How chance draws for the deal, so that the same seat deals; empty where nobody draws."""
    cards: str = field(repr=False)
    """How the cards lay; empty where the rules say it."""
