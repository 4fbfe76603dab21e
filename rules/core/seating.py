"""Seats: how many a game is for, who deals next, and players who change seats between deals."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rules.core.decisions import Seat
from rules.core.events import Event, SeatsChanged
from rules.core.match import Match
from rules.core.protocol import InvalidOption
from rules.core.words import listed


class SeatChange(NamedTuple):
    """When partners change seats, and how: never, one side swaps, or three of four players rotate."""

    kind: Literal["no", "swap", "rotate"]
    every: int = 1
    """Scored deals between changes."""
    swap_first: Literal[0, 1] = 0
    """The side that swaps first: that of the first seat (0) or of the second (1)."""


STAY: Final = SeatChange("no")


def check_seats(title: str, allowed: tuple[int, ...], seats: int) -> None:
    """Check that the game titled ``title``, for ``allowed`` numbers of seats, is for ``seats``.

    Raises:
        InvalidOption: it is not.
    """
    if seats not in allowed:
        players = "1 player" if allowed == (1,) else f"{seat_counts(allowed)} players"
        raise InvalidOption(f"{title} is for {players}, not {seats}.")


def seat_counts(seats: tuple[int, ...]) -> str:
    """Numbers of seats in words: ``3, 4 or 5``."""
    return listed([str(number) for number in seats], "or")


def next_deal(match: Match, change: SeatChange = STAY) -> tuple[Match, tuple[Event, ...]]:
    """Pass the deal to the left; if a change of seats is due, make it and return its event as well."""
    if change.kind == "no" or match.scored % change.every:
        return match._replace(dealer=match.left_of(match.dealer)), ()
    order = match.order
    seat = (order.index(match.dealer) + 1) % match.seats
    changed = _rotated(order) if change.kind == "rotate" else _swapped(match, change)
    return match._replace(order=changed, dealer=changed[seat]), (SeatsChanged(changed),)


def _rotated(order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Rotate three seats."""
    # Three such changes give each player each partner (1988, Additional Comments).
    first, second, third, fourth = order
    return first, fourth, second, third


def _swapped(match: Match, change: SeatChange) -> tuple[Seat, ...]:
    """Move each player of one side to the side's next seat: two partners swap."""
    # 1988, Official Tournament Rules: one set of partners exchanges seats, the other retains theirs. The
    # sides take turns; the book does not say which one is first.
    side = (match.scored // change.every - 1 + change.swap_first) % 2
    swapped, players = list(match.order), match.order[side::2]
    swapped[side::2] = (*players[-1:], *players[:-1])
    return tuple(swapped)
