"""Removing deleted users from open tables: a lobby's seat is free, in a match a computer has it."""

from __future__ import annotations

from dataclasses import replace

from bot.common.text import FORMER_PLAYER, is_former
from bot.models.endings import Ending
from bot.models.stored import SeatRecord, Status, TableRecord
from bot.table.lobby.seating import StandUp
from bot.table.match.standing_in import STAND_IN


def without(table: TableRecord, user_id: int, former_id: int) -> TableRecord:
    """An open table's record without a user, their kept seat and hosting; closed if no person is left.

    In a match they are a former player, who has left for good.
    """
    seat = table.seat_of(user_id)
    if table.status is Status.LOBBY and seat is not None:
        table = StandUp(user_id).applied_to(table)
    elif seat is not None:
        left_with = table.seats[seat].left_with
        former = SeatRecord(
            *(former_id, FORMER_PLAYER, STAND_IN), is_out=True, is_former=True, left_with=left_with
        )
        table = table.with_seat(seat, former)
    kept = table.kept_for(user_id)
    if kept is not None:
        table = table.with_seat(kept, replace(table.seats[kept], kept=None))
    people = [who.user_id for who in table.seats if who.user_id is not None and not who.is_former]
    host = table.host_id if table.host_id != user_id else next(iter(people), former_id)
    left = table._replace(host_id=host)
    left = left if left.ended_by != user_id else left._replace(ended_by=former_id)
    return left if people else left.closed(Ending.FORGOTTEN)


def without_forgotten(table: TableRecord) -> TableRecord:
    """A record without users who were deleted while it was damaged, recognized by their seats."""
    for seat in table.seats:
        if seat.user_id is not None and is_former(seat.user_id, seat.name) and not seat.is_former:
            table = without(table, seat.user_id, seat.user_id)
    return table
