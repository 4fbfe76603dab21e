"""Facts and zones of a deal of Rook Clock Pastime. The zones are the player's alone if it is private."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.core.views import Facts, Zone
from rules.games.clock.deal import FIRST, Deal


class Scores(StrEnum):
    """Kinds of score items: the cards home."""

    HOME = "home"


class Phase(StrEnum):
    """The one phase of a deal: cards are turned."""

    TURNING = "turning"


class Pile(StrEnum):
    """The one kind of pile: each takes the cards of one number, 1 to 14."""

    HOUR = "hour"
    """Numbered by its hour; the two in the center are 13 and 14."""


@dataclass(frozen=True, slots=True)
class ClockFacts(Facts):
    """Number of cards home, and unless the deal is private, the 1s home and the next pile to turn."""

    home: int
    """Number of cards home."""
    ones: int | None = None
    """Number of 1s home; None if the deal is private."""
    next_pile: int | None = None
    """Pile of the next card to turn; None if the deal is private or over."""


def facts_of(deal: Deal, *, private: bool) -> ClockFacts:
    """The facts of a deal; with ``private`` only how many cards are home."""
    if private:
        return ClockFacts(deal.turned)
    return ClockFacts(deal.turned, len(deal.home[FIRST - 1]), None if deal.is_over else deal.pile)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The piles: their cards home, and how many lie face down on them."""
    return tuple(
        Zone(Pile.HOUR, None, home, len(hidden), is_row=True, number=number)
        for number, (home, hidden) in enumerate(zip(deal.home, deal.hidden, strict=True), start=1)
    )
