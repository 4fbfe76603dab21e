"""Actions of computers for absent people: counted, and never taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.computers.kinds import USUAL
from bot.models.stored import LogEntry, SeatRecord
from rules.core.decisions import Seat

STAND_IN: Final = USUAL
"""The kind of computer that plays for people."""


class Help(NamedTuple):
    """How many answers computers gave for a player in a match, and how often they began to stand in."""

    answers: int = 0
    """Answers a computer gave for them."""
    times: int = 0
    """How often a computer began to stand in."""


def is_for_person(seats: Sequence[SeatRecord], seat: Seat, user_id: int | None) -> bool:
    """Whether an act of a seat was a computer's, done for the person who sits there."""
    return seat >= 0 and user_id is None and seats[seat].user_id is not None


def help_given(seats: Sequence[SeatRecord], log: Iterable[LogEntry]) -> dict[Seat, Help]:
    """Computers' answers and stand-ins for each seat with a person, from the log of a match."""
    given = {seat: Help() for seat, who in enumerate(seats) if who.user_id is not None}
    are_helped: set[Seat] = set()
    for entry in log:
        if entry.seat not in given:
            continue
        if not is_for_person(seats, entry.seat, entry.user_id):
            are_helped.discard(entry.seat)
            continue
        answers, times = given[entry.seat]
        given[entry.seat] = Help(answers + 1, times + (entry.seat not in are_helped))
        are_helped.add(entry.seat)
    return given
