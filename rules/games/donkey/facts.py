"""Public facts and zones of a deal of Donkey."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.views import Facts
from rules.games.donkey.deal import Deal


class Phase(StrEnum):
    """``PASS`` while cards are passed and seats fold; ``FOLD`` once the time to fold is over."""

    PASS = "pass"
    FOLD = "fold"
    """The time to fold is over, and lots are drawn for the places."""


class Scores(StrEnum):
    """Kinds of score items: a place among those who folded, or the last place."""

    FOLDED = "folded"
    DONKEY = "donkey"


class Pile(StrEnum):
    """The one kind of pile: a seat's own card to pass."""

    READY = "ready"
    """The card the seat has chosen to pass."""


@dataclass(frozen=True, slots=True)
class DonkeyFacts(Facts):
    """Number of passes, who has chosen a card and who has folded; never which card."""

    passes: int
    ready: tuple[bool, ...]
    """By seat, whether it has chosen a card to pass."""
    folded: tuple[bool, ...]
    """By seat. Once one seat has folded, all may."""


def facts_of(deal: Deal) -> DonkeyFacts:
    """The public facts of a deal, without cards."""
    folded = deal.folded
    return DonkeyFacts(
        passes=deal.passes,
        ready=tuple(card is not None for card in deal.ready),
        folded=tuple(seat in folded for seat in range(len(deal.hands))),
    )


def phase_of(deal: Deal) -> Phase:
    """``PASS`` until the time to fold is over, then ``FOLD``."""
    return Phase.FOLD if deal.is_closed else Phase.PASS
