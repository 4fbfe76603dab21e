"""Public facts and zones of a deal of I Doubt It."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.doubt.deal import Deal


class Phase(StrEnum):
    """``PLAY`` while a card is chosen, ``DOUBT`` while the card played may be doubted."""

    PLAY = "play"
    DOUBT = "doubt"


class Scores(StrEnum):
    """Kinds of score items: cards left in the other hands."""

    LEFT_IN_HANDS = "left_in_hands"


class Pile(StrEnum):
    """The one kind of pile: the cards played, in the center."""

    CENTER = "center"


@dataclass(frozen=True, slots=True)
class DoubtFacts(Facts):
    """The number called or to be called next, the player who called it, and who may still doubt."""

    number: int
    """The number called, or to be called next: 1 to 14."""
    claimant: Seat | None = None
    """The player of the card that may be doubted; None while the next card is chosen."""
    window: int | None = None
    """Number of the window for doubts."""
    waiting: tuple[Seat, ...] = ()
    """Seats that have not answered yet."""


def facts_of(deal: Deal) -> DoubtFacts:
    """The public facts of a deal: the number called, or without a claim the next to call; never the card."""
    if deal.claim is None or deal.window is None:
        return DoubtFacts(deal.number)
    return DoubtFacts(deal.claim.called, deal.claim.player, deal.window.number, deal.window.waiting)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The cards in the center, face down."""
    return (Zone(Pile.CENTER, None, (), len(deal.center)),)
