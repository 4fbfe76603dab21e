"""How an evening goes on: it begins, its tables end, people move, and it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.common.clock import Clock
from bot.common.errors import Refused
from bot.evening.joining import SIGN_UP_FOR, check_host, check_open
from bot.evening.seating import NextRound, first_round, following_round
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus
from bot.models.stored_evenings import EveningRecord, EveningRound, EveningTable, TableScore

FEWEST: Final = 2
FOR_A_TABLE: Final = 4
STARTED: Final = "This evening has started."


def begun(evening: EveningRecord, user_id: int, order: Sequence[int], *, may_manage: bool) -> EveningRecord:
    """The evening in its first round; ``order`` is how those who are there were drawn.

    Raises:
        Refused: not for this person to decide, there are too few, or it has begun.
    """
    check_open(evening)
    if evening.status is not EveningStatus.SIGN_UP:
        raise Refused(STARTED)
    check_host(evening.host_id, user_id, may_manage=may_manage)
    fewest = FEWEST if evening.computers_fill else FOR_A_TABLE
    if len(evening.here) < fewest:
        raise Refused(f"{fewest} people at least have to join first.")
    return _in_round(replace(evening, status=EveningStatus.PLAYING), first_round(evening, order))


def last_round(evening: EveningRecord, user_id: int, at: float, *, may_manage: bool) -> EveningRecord:
    """The evening as it ends with the present round; before the first it is over at once.

    Raises:
        Refused: not for this person to decide, or it is over.
    """
    check_open(evening)
    check_host(evening.host_id, user_id, may_manage=may_manage)
    if evening.status is EveningStatus.SIGN_UP:
        return over(evening, EveningEnding.CALLED_OFF, at)
    return replace(evening, is_last_round=True)


def closes_at(evening: EveningRecord, clock: Clock) -> float | None:
    """When an evening is over if it is not started, by the clock of waits; None once it is."""
    if evening.status is not EveningStatus.SIGN_UP:
        return None
    return clock.prolonged(evening.created_at + SIGN_UP_FOR, evening.created_at)


def scored(evening: EveningRecord, number: int, score: TableScore, at: float) -> EveningRecord:
    """The evening with the score of a table; with the last one of a round people move, or it is over."""
    table = evening.table(number)
    assert table is not None
    after = evening.with_table(replace(table, score=score))
    return _moved_on(after, at) if after.rounds[-1].is_over else after


def without_table(evening: EveningRecord, number: int) -> EveningRecord:
    """The evening with a table to be opened once more, elsewhere: its thread is gone."""
    table = evening.table(number)
    assert table is not None
    return evening.with_table(replace(table, channel_id=None, table_id=None))


def over(evening: EveningRecord, ending: EveningEnding, at: float) -> EveningRecord:
    """The evening at its end."""
    is_gone = ending is EveningEnding.NO_CHANNEL  # a server may invite the bot again
    return replace(evening, status=EveningStatus.OVER, ended=ending, ended_at=at, is_shown=is_gone)


def _moved_on(evening: EveningRecord, at: float) -> EveningRecord:
    if len(evening.rounds) >= evening.most_rounds:
        return over(evening, EveningEnding.PLAYED, at)
    if evening.is_last_round:
        return over(evening, EveningEnding.HOST, at)
    nobody_played = not any(table.score and table.score.deals for table in evening.rounds[-1].tables)
    following = following_round(evening)
    if nobody_played or following is None or len(evening.here) < FEWEST:
        return over(evening, EveningEnding.NO_PLAYERS, at)
    return _in_round(evening, following)


def _in_round(evening: EveningRecord, following: NextRound) -> EveningRecord:
    """The evening in its next round; a table is where the one of that number was before.

    Not so with duplicate deals: who comes from another table must not read there how others play them.
    """
    is_secret = evening.kind is EveningKind.DUPLICATE
    last = evening.rounds[-1].tables if evening.rounds and not is_secret else ()
    before = {table.number: table.channel_id for table in last}
    own = evening.channel_id if evening.kind is EveningKind.ROTATING else None
    tables = tuple(
        EveningTable(number, seats, before.get(number, own))
        for number, seats in enumerate(following.tables, start=1)
    )
    return replace(evening, rounds=(*evening.rounds, EveningRound(tables, following.rests)))
