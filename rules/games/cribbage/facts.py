"""What everyone sees of a deal of Simplified Cribbage, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.cribbage.deal import Deal


class Phase(StrEnum):
    """What is being done."""

    PLAY = "play"


class Scores(StrEnum):
    """What is scored for: the counts made in play, and the combinations of a hand that add up to 15."""

    IN_PLAY = "in_play"
    FIFTEENS = "fifteens"


class Pile(StrEnum):
    """The kinds of piles on the table."""

    COUNT = "count"
    """The cards of the present count."""


@dataclass(frozen=True, slots=True)
class CribbageFacts(Facts):
    """The present count, and what has been played and scored in this deal."""

    count: int
    played: tuple[tuple[Seat, Card], ...]
    """Every card played, in order."""
    in_count: int
    """How many of them, from the end, belong to the present count."""
    points: tuple[int, ...]
    """By seat: what it has scored in this deal."""
    passed: tuple[bool, ...]
    """By seat: whether it has no card any more that fits the present count."""


def facts_of(deal: Deal) -> CribbageFacts:
    """Nothing of what is held."""
    seats = range(len(deal.hands))
    passed = tuple(seat in deal.passed for seat in seats)
    return CribbageFacts(deal.reached, deal.played, deal.run, deal.points, passed)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The cards of the present count."""
    return (Zone(Pile.COUNT, None, deal.in_count, 0, is_row=True),) if deal.run else ()
