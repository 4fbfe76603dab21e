"""A match of deals, as every game keeps it: who sits where, who deals, totals and the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.core.decisions import Seat
from rules.core.events import HeardEvent
from rules.core.outcome import SideTotal
from rules.core.views import SheetLine

Side = tuple[int, ...]
"""Hands that keep a score together: a seat alone, or partners. A dummy that is scored is one, too."""
Rivals = Sequence[tuple[int, ...]]
"""Sides by index, those that win and lose together in one entry."""


class Match(NamedTuple):
    """What lasts beyond one deal."""

    seats: int
    sides: tuple[Side, ...]
    rivals: tuple[tuple[int, ...], ...]
    """Who plays against whom; a side that is in none of them is not ranked."""
    order: tuple[Seat, ...]
    """The seats clockwise, as their players sit now."""
    drawing: tuple[Seat, ...]
    """Who still draws for the deal; nobody once there is a dealer."""
    dealer: Seat
    deal: int
    """Number of the present deal, from 1; 0 before the first."""
    deal_number: int | None
    """Of the present deal, where deals are numbered: the same number deals the same cards."""
    news: tuple[HeardEvent, ...]
    """What was told of the present deal last, where a game tells news."""
    thrown_in: int
    """Deals passed out in a row."""
    time_is_up: bool
    """Whether the clock has called time: the deal under way is the last."""
    games: tuple[int, ...]
    """Games won by each side, in a match of several."""
    totals: tuple[int, ...]
    """Points of each side."""
    scored: int
    """Deals scored; one that was thrown in does not count."""
    played: int
    """Deals scored in the present game of it."""
    sheet: tuple[SheetLine, ...]
    winners: tuple[Seat, ...] | None
    """Who has won; None while the match goes on, nobody where it was lost."""

    def side_of(self, seat: Seat) -> int:
        """The index of a seat's side."""
        return next(index for index, seats in enumerate(self.sides) if seat in seats)

    def left_of(self, seat: Seat) -> Seat:
        """The next seat, clockwise."""
        order = self.order
        return order[(order.index(seat) + 1) % len(order)]

    def from_left_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Every seat clockwise, beginning at the left of one, which comes last."""
        start = self.order.index(seat) + 1
        return self.order[start:] + self.order[:start]

    def standing(self) -> tuple[SideTotal, ...]:
        """Each side with its total and the games it has won."""
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
    """A match before its first deal: everyone draws for it, unless the first seat has it.

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
