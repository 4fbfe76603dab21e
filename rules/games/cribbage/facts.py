"""Public facts and zones of a deal of Simplified Cribbage."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.cribbage.deal import Deal


class Phase(StrEnum):
    """The one phase of a deal: cards are played to counts."""

    PLAY = "play"


class Scores(StrEnum):
    """Kinds of score items: points in play, for counts and gos, and combinations of a hand that make 15."""

    IN_PLAY = "in_play"
    FIFTEENS = "fifteens"


class Pile(StrEnum):
    """The one kind of pile: the current count."""

    COUNT = "count"
    """The cards of the current count."""


@dataclass(frozen=True, slots=True)
class CribbageFacts(Facts):
    """The current count, and the cards played and points scored in this deal."""

    count: int
    played: tuple[tuple[Seat, Card], ...]
    """Every card played, in order."""
    in_count: int
    """Number of the latest of them that belong to the current count."""
    points: tuple[int, ...]
    """Points by seat in this deal."""
    passed: tuple[bool, ...]
    """By seat, whether it has passed in the current count."""


def facts_of(deal: Deal) -> CribbageFacts:
    """The public facts of a deal, without the hands."""
    seats = range(len(deal.hands))
    passed = tuple(seat in deal.passed for seat in seats)
    return CribbageFacts(deal.reached, deal.played, deal.run, deal.points, passed)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """One zone with the cards of the current count; no zone before its first card."""
    return (Zone(Pile.COUNT, None, deal.in_count, 0, is_row=True),) if deal.run else ()
