"""Public facts and zones of a game of Match."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.match_pairs.deal import Deal

SHOWN: Final = 8
"""Number of cards of the pile that are shown."""


class Phase(StrEnum):
    """The one phase of a deal: cards are turned."""

    TURNING = "turning"


class Scores(StrEnum):
    """Kinds of score items: the cards a player has at the end."""

    CARDS = "cards"


class Pile(StrEnum):
    """The one kind of pile: the turned cards in the center."""

    CENTER = "center"


@dataclass(frozen=True, slots=True)
class MatchFacts(Facts):
    """The player in turn, the card to match, and the piles still to be taken."""

    player: Seat
    first: Card | None
    """The first card of the pile, to be matched; None before a pile begins."""
    piles_left: int | None
    """None while more than two players have cards."""


def facts_of(deal: Deal) -> MatchFacts:
    """The public facts of a game; no face-down card."""
    return MatchFacts(deal.turn, deal.pile[0] if deal.pile else None, deal.more)


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The last cards of the pile; those before them are only counted."""
    return (Zone(Pile.CENTER, None, deal.pile[-SHOWN:], max(0, len(deal.pile) - SHOWN), is_row=True),)
