"""Seats: for how many a game is, who deals next, and players who change their seats between deals."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rules.core.decisions import Seat
from rules.core.events import Event, SeatsChanged
from rules.core.match import Match
from rules.core.protocol import InvalidOption


class SeatChange(NamedTuple):
    """When four players change their seats, and how."""

    kind: Literal["no", "swap", "rotate"]
    every: int = 1
    """After so many scored deals."""
    swap_first: Literal[0, 1] = 0
    """Which pair swaps first."""


STAY: Final = SeatChange("no")


def check_seats(title: str, allowed: tuple[int, ...], seats: int) -> None:
    """Make sure that a game is for so many.

    Raises:
        InvalidOption: it is for others.
    """
    if seats not in allowed:
        players = "1 player" if allowed == (1,) else f"{seat_counts(allowed)} players"
        raise InvalidOption(f"{title} is for {players}, not {seats}.")


def seat_counts(seats: tuple[int, ...]) -> str:
    """Numbers of seats in words: ``3, 4 or 5``."""
    *others, last = map(str, seats)
    return f"{', '.join(others)} or {last}" if others else last


def next_deal(match: Match, change: SeatChange = STAY) -> tuple[Match, tuple[Event, ...]]:
    """The deal passes to the left, after the players have changed seats if it is time."""
    if change.kind == "no" or match.scored % change.every:
        return match._replace(dealer=match.left_of(match.dealer)), ()
    order = match.order
    seat = (order.index(match.dealer) + 1) % match.seats
    changed = _rotated(order) if change.kind == "rotate" else _swapped(match, change)
    return match._replace(order=changed, dealer=changed[seat]), (SeatsChanged(changed),)


def _rotated(order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Everybody has played with everybody after three changes (1988, Additional Comments)."""
    first, second, third, fourth = order
    return first, fourth, second, third


def _swapped(match: Match, change: SeatChange) -> tuple[Seat, ...]:
    """Kentucky: one pair swaps seats, the other stays; the next time the other way round (R-28)."""
    pair = (match.scored // change.every - 1 + change.swap_first) % 2
    swapped = list(match.order)
    swapped[pair], swapped[pair + 2] = swapped[pair + 2], swapped[pair]
    return tuple(swapped)
