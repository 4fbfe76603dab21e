"""Public facts and zones of a deal of Tuxedo."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.tuxedo.deal import Deal, Taken, Won


class Phase(StrEnum):
    """``PLAY`` while a card is played, ``ORANGE`` while Orange may be called."""

    PLAY = "play"
    ORANGE = "orange"
    """Cards were just taken, and any seat may call Orange."""


class Pile(StrEnum):
    """The kinds of piles: the cards just taken, the loose cards of the table, and a build."""

    TAKEN = "taken"
    """The table cards just taken, while Orange may be called."""
    LOOSE = "loose"
    BUILD = "build"


class Winnings(NamedTuple):
    """How many cards, sweeps, right and wrong calls of Orange a seat has in this deal; not which cards."""

    cards: int
    little_sweeps: int
    big_sweeps: int
    oranges: int
    mistakes: int
    """Number of wrong calls of Orange."""


@dataclass(frozen=True, slots=True)
class TuxedoFacts(Facts):
    """The number of cards to deal, the cards just taken, and what each seat has won."""

    to_deal: int
    won: tuple[Winnings, ...]
    """By seat."""
    last_taker: Seat | None
    taken: Taken | None = None
    """The capture for which Orange may be called."""
    window: int | None = None
    """Number of the window for calls."""
    waiting: tuple[Seat, ...] = ()
    """Seats that have not answered yet."""


def facts_of(deal: Deal) -> TuxedoFacts:
    """The public facts of a deal; of the cards still to deal only their number."""
    return TuxedoFacts(
        to_deal=len(deal.undealt),
        won=tuple(map(_winnings, deal.won)),
        last_taker=deal.last_taker,
        taken=deal.taken,
        window=None if deal.window is None else deal.window.number,
        waiting=() if deal.window is None else deal.window.waiting,
    )


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The cards just taken, the loose cards of the table, and each build."""
    taken = () if deal.taken is None else (Zone(Pile.TAKEN, None, deal.taken.cards, 0, is_row=True),)
    loose = tuple(stack.cards[0] for stack in deal.table if not stack.is_build)
    builds = (
        Zone(Pile.BUILD, None, stack.cards, 0, is_row=True, number=stack.value, builder=stack.builder)
        for stack in deal.table
        if stack.is_build
    )
    return (*taken, Zone(Pile.LOOSE, None, loose, 0, is_row=True), *builds)


def _winnings(won: Won) -> Winnings:
    return Winnings(len(won.cards), won.little_sweeps, won.big_sweeps, won.oranges, won.mistakes)
