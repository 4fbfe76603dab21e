"""What the turn limit and the time banks come to at a table: who is late when, and who may come back."""

from __future__ import annotations

from bot.common.errors import (
    Refused,
)
from bot.models.stored import OPEN, Status, TableRecord
from bot.table.desk.table import Table
from bot.table.turns.time_limit import GONE_ON, NEXT_DEAL, Turn, TurnTime
from rules.core.decisions import Seat


def turn_of(table: Table, seat: Seat) -> Turn | None:
    """The turn of a seat that is asked; None where nobody waits for it."""
    question = table.clock.questions.by_seat.get(seat)
    if seat < 0 or question is None or table.clock.questions.wait is not None:
        return None
    who, came_back_at = table.record.seats[seat], table.clock.came_back.get(seat)
    if who.user_id is None:
        return None
    return Turn(seat, who, table.match.deal, question.asked_at, came_back_at, table.record.has_company(seat))


def granted_at(table: Table, turn_time: TurnTime) -> TurnTime:
    """What is granted here, where so much is at any other table."""
    return turn_time.at(table.record) if table.record.turn_hours else turn_time


def stand_in_times(table: Table, turn_time: TurnTime) -> dict[Seat, float]:
    """When a computer steps in for each of the people who keep others waiting, in epoch seconds."""
    turn_time = granted_at(table, turn_time)
    if not turn_time.limit or not table.keeps_others_waiting():
        return {}
    turns = [turn for seat in table.people_asked() if (turn := turn_of(table, seat))]
    dues = [(turn, turn_time.due(turn)) for turn in turns]
    prolonged = turn_time.clock.prolonged
    return {turn.seat: prolonged(due, turn.asked_at) for turn, due in dues if due is not None}


def charged_record(table: Table, seat: Seat, now: float, turn_time: TurnTime) -> TableRecord:
    """The record with what the turn of a seat has taken of its player's time bank so far."""
    turn = turn_of(table, seat)
    if turn is None:
        return table.record
    return table.record.with_seat(seat, granted_at(table, turn_time).after(turn, now))


def kept_until_next_deal(table: Table, turn_time: TurnTime) -> tuple[Seat, ...]:
    """Seats that a computer keeps for this deal: time is used up, and others are there who wait."""
    if not turn_time.limit or table.record.status is not Status.PLAYING or table.clock.is_between_deals:
        return ()
    return tuple(
        seat
        for seat, who in enumerate(table.record.seats)
        if who.time_used and who.is_away and _is_kept(table, seat, turn_time)
    )


def _is_kept(table: Table, seat: Seat, turn_time: TurnTime) -> bool:
    """Whether the time of a player is used up, and others are there who wait."""
    return table.record.has_company(seat) and granted_at(table, turn_time).is_used_up(
        table.record.seats[seat], table.match.deal
    )


def why_kept(table: Table, seat: Seat, turn_time: TurnTime) -> str | None:
    """Why a computer keeps the seat of somebody who would come back; None where they may."""
    if table.record.seats[seat].is_out and table.record.has_company(seat):
        return GONE_ON
    return NEXT_DEAL if seat in kept_until_next_deal(table, turn_time) else None


def check_may_come_back(table: Table, seat: Seat, turn_time: TurnTime) -> None:
    """Check that somebody may answer, for whom a computer stands in perhaps.

    Raises:
        Refused: the computer keeps the seat.
    """
    if table.record.seats[seat].computer is None:
        return
    why = why_kept(table, seat, turn_time)
    if why is not None:
        raise Refused(why)


def closes_at(table: Table, turn_time: TurnTime) -> float | None:
    """When the table is closed if nothing is played at it, in epoch seconds; None for never."""
    turn_time = granted_at(table, turn_time)
    life = turn_time.deserted if table.record.status is Status.PLAYING else turn_time.lobby
    if not life or table.record.status not in OPEN:
        return None
    return turn_time.clock.prolonged(table.clock.changed_at + life, table.clock.changed_at)


def table_dues(table: Table, turn_time: TurnTime) -> tuple[float | None, ...]:
    """When it is closed if nothing is played, time is called, a vote counted, a phrase over."""
    said_ends_at = table.said[0].ends_at if table.said else None
    if table.clock.is_paused:
        return closes_at(table, turn_time), said_ends_at
    vote_ends_at = table.voting.due if table.voting.votes else None
    return closes_at(table, turn_time), table.time_is_up_at, vote_ends_at, said_ends_at
