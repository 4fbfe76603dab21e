"""What everyone sees of a game of Match, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.match_pairs.deal import Deal

SHOWN: Final = 8
"""Cards of the pile that are shown."""


class Phase(StrEnum):
    """What is being done."""

    TURNING = "turning"


class Scores(StrEnum):
    """What is counted in the end: the cards one has."""

    CARDS = "cards"


class Pile(StrEnum):
    """The kinds of piles on the table."""

    CENTER = "center"


@dataclass(frozen=True, slots=True)
class MatchFacts(Facts):
    """Who turns next, the card to match, and how many piles are still to be taken."""

    player: Seat
    first: Card | None
    """The first card of the pile, which is to be matched; None before a pile begins."""
    piles_left: int | None
    """None as long as more than two play."""


def facts_of(deal: Deal) -> MatchFacts:
    """Nothing of the cards face down."""
    return MatchFacts(deal.turn, deal.pile[0] if deal.pile else None, deal.more)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The last cards of the pile."""
    return (Zone(Pile.CENTER, None, deal.pile[-SHOWN:], max(0, len(deal.pile) - SHOWN), is_row=True),)
