"""The state of a match that lasts from deal to deal: seats, dealer, totals and score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.core.decisions import Seat
from rules.core.events import HeardEvent
from rules.core.outcome import SideTotal
from rules.core.views import SheetLine

Side = tuple[int, ...]
"""Numbers of the hands that share one score: one seat, partners, or a dummy that has a score of its own."""
Rivals = Sequence[tuple[int, ...]]
"""Groups of side indexes. The sides of one group win and lose together; groups play against each other."""


class Match(NamedTuple):
    """What lasts beyond one deal: seats, sides, dealer, totals, games won, score sheet, winners."""

    seats: int
    sides: tuple[Side, ...]
    rivals: tuple[tuple[int, ...], ...]
    """The groups that play against each other; a side in no group is not ranked."""
    order: tuple[Seat, ...]
    """The seats clockwise, as their players sit in the present deal."""
    drawing: tuple[Seat, ...]
    """Seats that still draw a card for the first deal; empty once there is a dealer."""
    dealer: Seat
    deal: int
    """Number of the present deal, from 1; 0 before the first."""
    deal_number: int | None
    """In games with numbered deals (the same number deals the same cards): that of the present deal."""
    news: tuple[HeardEvent, ...]
    """The latest events of the present deal, in games with news on the table message."""
    thrown_in: int
    """Deals in a row that were thrown in because every seat passed."""
    time_is_up: bool
    """Whether the clock has called time: the deal under way is the last."""
    games: tuple[int, ...]
    """Games won by each side, in a match of several games."""
    totals: tuple[int, ...]
    """Points of each side."""
    scored: int
    """Deals scored in the match; those thrown in are left out, unless they count as one of its deals."""
    played: int
    """The same in the present game of the match."""
    sheet: tuple[SheetLine, ...]
    winners: tuple[Seat, ...] | None
    """The winning seats, empty if the match was lost (solitaire); None while the match is running."""

    def side_of(self, seat: Seat) -> int:
        """The index of a seat's side."""
        return next(index for index, seats in enumerate(self.sides) if seat in seats)

    def left_of(self, seat: Seat) -> Seat:
        """The next seat, clockwise."""
        order = self.order
        return order[(order.index(seat) + 1) % len(order)]

    def from_left_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Every seat clockwise, from the one left of ``seat`` to ``seat`` itself."""
        start = self.order.index(seat) + 1
        return self.order[start:] + self.order[:start]

    def standing(self) -> tuple[SideTotal, ...]:
        """Each side with its total and the games it has won, unranked."""
        return tuple(map(SideTotal, self.sides, self.totals, self.games))

    def __repr__(self) -> str:
        return f"<match of {self.seats}, deal {self.deal}>"


@lru_cache(maxsize=64)
def first_match(
    seats: int,
    sides: tuple[Side, ...],
    rivals: tuple[tuple[int, ...], ...] | None = None,
    *,
    draws: bool = True,
) -> Match:
    """A match before its first deal. Every seat draws for the deal, or with ``draws`` false seat 0 deals.

    Without ``rivals`` each side plays against all others.
    """
    everyone, nothing = tuple(range(seats)), (0,) * len(sides)
    if rivals is None:
        rivals = tuple((index,) for index in range(len(sides)))
    return Match(
        seats=seats,
        sides=sides,
        rivals=rivals,
        order=everyone,
        drawing=everyone if draws else (),
        dealer=0,
        deal=0,
        deal_number=None,
        news=(),
        thrown_in=0,
        time_is_up=False,
        games=nothing,
        totals=nothing,
        scored=0,
        played=0,
        sheet=(),
        winners=None,
    )
