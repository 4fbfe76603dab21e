"""What is seen of a deal of Rook Clock Pastime, as values; the cards perhaps by its player alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.views import Facts, Zone
from rules.games.clock.deal import FIRST, Deal


class Scores(StrEnum):
    """What is counted in the end."""

    HOME = "home"


class Phase(StrEnum):
    """What is being done."""

    TURNING = "turning"


class Pile(StrEnum):
    """The kinds of piles on the table."""

    HOUR = "hour"
    """With the number of an hour, or 13 and 14 for the two in the center."""


@dataclass(frozen=True, slots=True)
class ClockFacts(Facts):
    """How far the deal is, and where all may see it, what happens next."""

    home: int
    """Cards that have come home."""
    ones: int | None = None
    """How many 1s have come home; None where only the player sees the cards."""
    next_pile: int | None = None
    """The number of the pile where the next card is turned; None in private, and when all is over."""


def facts_of(deal: Deal, *, private: bool) -> ClockFacts:
    """In private only how many cards are home."""
    if private:
        return ClockFacts(deal.turned)
    return ClockFacts(deal.turned, len(deal.home[FIRST - 1]), None if deal.is_over else deal.pile)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The hours: the cards that came home, and how many lie face down on them."""
    return tuple(
        Zone(Pile.HOUR, None, home, len(hidden), is_row=True, number=number)
        for number, (home, hidden) in enumerate(zip(deal.home, deal.hidden, strict=True), start=1)
    )
