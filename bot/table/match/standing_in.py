"""Seats that computers answer for in a match: in place of absent people, or until a newcomer takes over.

What a computer does for a player is counted, and never taken back. A spectator takes over a seat if the
table agrees, from the next deal on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.common.errors import NotStarted, Refused
from bot.computers.kinds import USUAL
from bot.models.stored_tables import Kept, SeatRecord, Status, TableRecord
from bot.table.lobby.before_match import Person
from rules.core.decisions import Seat

STAND_IN: Final = USUAL
"""The kind of computer that plays for people."""
HERE_ALREADY: Final = "You're at this table already."
COMING_ALREADY: Final = "A seat is yours already, from the next deal on."
COUNTED: Final = "This match is counted, so no one takes over a seat."
SETTLED: Final = "No one takes over a seat in this match."
NO_COMPUTER: Final = "No computer sits here."
NONE_FREE: Final = "No computer's seat is free now."
NOT_FREE: Final = "That seat isn't free. You can take over a computer's seat."


def is_for_person(seats: Sequence[SeatRecord], seat: Seat, user_id: int | None) -> bool:
    """Whether an act of a seat was a computer's, done for the person who sits there."""
    return seat >= 0 and user_id is None and seats[seat].user_id is not None


def check_take_over(record: TableRecord, seat: Seat | None, user_id: int) -> None:
    """Check that a user may take over a computer's seat.

    Raises:
        NotStarted: there is no match.
        Refused: the match is counted or a league's, the seat is not free or none is, or they are at the
            table.
    """
    if record.status is not Status.PLAYING:
        raise NotStarted
    if record.seat_of(user_id) is not None:
        raise Refused(HERE_ALREADY)
    if record.kept_for(user_id) is not None:
        raise Refused(COMING_ALREADY)
    if record.settled is not None:
        raise Refused(SETTLED)
    if record.counted:
        raise Refused(COUNTED)
    if not any(who.computer for who in record.seats):
        raise Refused(NO_COMPUTER)
    if not any(who.is_free for who in record.seats):
        raise Refused(NONE_FREE)
    if seat is None or not 0 <= seat < len(record.seats) or not record.seats[seat].is_free:
        raise Refused(NOT_FREE)


def kept_for(record: TableRecord, seat: Seat, person: Person) -> TableRecord:
    """The table's record with a seat kept for a person from the next deal."""
    kept = Kept(person.id, person.name)
    return record.with_seat(seat, replace(record.seats[seat], kept=kept))


def with_newcomers(record: TableRecord) -> TableRecord:
    """The table's record at the start of a deal: each kept seat goes to its person."""
    if not any(who.kept for who in record.seats):
        return record
    seats = (SeatRecord(who.kept.user_id, who.kept.name) if who.kept else who for who in record.seats)
    return record._replace(seats=tuple(seats))
