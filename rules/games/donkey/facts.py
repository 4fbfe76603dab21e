"""What everyone sees of a deal of Donkey, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.views import Facts
from rules.games.donkey.deal import Deal


class Phase(StrEnum):
    """What is being done."""

    PASS = "pass"
    FOLD = "fold"
    """The time to fold is over, and lots are drawn for the places."""


class Scores(StrEnum):
    """How one came out of a deal: the place among those who folded, or the last of them."""

    FOLDED = "folded"
    DONKEY = "donkey"


class Pile(StrEnum):
    """The kinds of piles a seat has."""

    READY = "ready"
    """The card it has chosen to pass on."""


@dataclass(frozen=True, slots=True)
class DonkeyFacts(Facts):
    """How often the cards have moved, who has chosen a card and who has folded; never which card."""

    passes: int
    ready: tuple[bool, ...]
    """By seat: whether a card lies ready to be passed on."""
    folded: tuple[bool, ...]
    """By seat. Once somebody has, everybody may."""


def facts_of(deal: Deal) -> DonkeyFacts:
    """Nothing of the cards."""
    folded = deal.folded
    return DonkeyFacts(
        passes=deal.passes,
        ready=tuple(card is not None for card in deal.ready),
        folded=tuple(seat in folded for seat in range(len(deal.hands))),
    )


def phase_of(deal: Deal) -> Phase:
    """What is being done."""
    return Phase.FOLD if deal.is_closed else Phase.PASS
