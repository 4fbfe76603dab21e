"""What everyone sees of a deal of I Doubt It, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.doubt.deal import Deal


class Phase(StrEnum):
    """What is being done."""

    PLAY = "play"
    DOUBT = "doubt"


class Scores(StrEnum):
    """What is scored for: cards left in the others' hands."""

    LEFT_IN_HANDS = "left_in_hands"


class Pile(StrEnum):
    """The kinds of piles on the table."""

    CENTER = "center"


@dataclass(frozen=True, slots=True)
class DoubtFacts(Facts):
    """The number called and by whom, and who may still doubt it."""

    number: int
    """The number called, or to be called next: 1 to 14."""
    claimant: Seat | None = None
    """Who laid the card that may be doubted; None while the next is chosen."""
    window: int | None = None
    """The number of the window in which it may be doubted."""
    waiting: tuple[Seat, ...] = ()
    """Who has not answered yet."""


def facts_of(deal: Deal) -> DoubtFacts:
    """Nothing of the card itself: only what was called."""
    if deal.claim is None or deal.window is None:
        return DoubtFacts(deal.number)
    return DoubtFacts(deal.claim.called, deal.claim.player, deal.window.number, deal.window.waiting)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The cards in the center, face down."""
    return (Zone(Pile.CENTER, None, (), len(deal.center)),)
