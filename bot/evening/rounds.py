"""The course of an evening: start, scores of tables, the next round, the end. Pure functions of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.common.clock import Clock
from bot.common.errors import Refused
from bot.evening.joining import SIGN_UP_FOR, check_host, check_open
from bot.evening.progressive import Round
from bot.evening.seating import first_round, following_round
from bot.models.credits import Entrant
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus
from bot.models.stored_evenings import EveningRecord, EveningRound, EveningTable, TableScore

FEWEST: Final = 2
FOR_A_TABLE: Final = 4
STARTED: Final = "This evening has started."


def begun(evening: EveningRecord, user_id: int, order: Sequence[int], *, may_manage: bool) -> EveningRecord:
    """The evening in its first round; ``order`` are the guests as drawn.

    Raises ``Refused`` if the user may not start it, there are too few guests, or it has started.
    """
    check_open(evening)
    if evening.status is not EveningStatus.SIGN_UP:
        raise Refused(STARTED)
    check_host(evening.host_id, user_id, may_manage=may_manage)
    fewest = FEWEST if evening.computers_fill else FOR_A_TABLE
    if len(evening.here) < fewest:
        raise Refused(f"At least {fewest} players have to join first.")
    return _in_round(replace(evening, status=EveningStatus.PLAYING), first_round(evening, order))


def last_round(evening: EveningRecord, user_id: int, at: float, *, may_manage: bool) -> EveningRecord:
    """The evening set to end with the present round; before the first round it is over at once.

    Raises ``Refused`` if the user may not end it, or it is over.
    """
    check_open(evening)
    check_host(evening.host_id, user_id, may_manage=may_manage)
    if evening.status is EveningStatus.SIGN_UP:
        return over(evening, EveningEnding.CALLED_OFF, at)
    return replace(evening, is_last_round=True)


def closes_at(evening: EveningRecord, clock: Clock) -> float | None:
    """Time at which an evening ends if not started by then, by the given clock; None once started."""
    if evening.status is not EveningStatus.SIGN_UP:
        return None
    return clock.prolonged(evening.created_at + SIGN_UP_FOR, evening.created_at)


def scored(
    evening: EveningRecord, number: int, score: TableScore, at: float, pairs: Sequence[Entrant] = ()
) -> EveningRecord:
    """The evening with a table's score. The last one of a round starts the next round or ends the evening."""
    table = evening.table(number)
    assert table is not None
    after = evening.with_table(replace(table, score=score))
    return _moved_on(after, at, pairs) if after.rounds[-1].is_over else after


def without_table(evening: EveningRecord, number: int) -> EveningRecord:
    """The evening with a table's channel and id removed, to be opened again: its thread was deleted."""
    table = evening.table(number)
    assert table is not None
    return evening.with_table(replace(table, channel_id=None, table_id=None))


def over(evening: EveningRecord, ending: EveningEnding, at: float) -> EveningRecord:
    """The evening ended at a time in epoch seconds; its board counts as final if its channel is gone."""
    # Without a channel there is no board to update; a server that removed the bot may invite it again.
    is_shown = ending is EveningEnding.NO_CHANNEL
    return replace(evening, status=EveningStatus.OVER, ended=ending, ended_at=at, is_shown=is_shown)


def _moved_on(evening: EveningRecord, at: float, pairs: Sequence[Entrant]) -> EveningRecord:
    if len(evening.rounds) >= evening.most_rounds:
        return over(evening, EveningEnding.PLAYED, at)
    if evening.is_last_round:
        return over(evening, EveningEnding.HOST, at)
    has_played = any(table.score and table.score.deals for table in evening.rounds[-1].tables)
    following = following_round(evening, pairs)
    if not has_played or following is None or len(evening.here) < FEWEST:
        return over(evening, EveningEnding.NO_PLAYERS, at)
    return _in_round(evening, following)


def _in_round(evening: EveningRecord, following: Round) -> EveningRecord:
    """The evening in its next round; tables keep the channel of their number, except in duplicate."""
    # In a duplicate evening guests from other tables must not read there how the same deals were played.
    is_secret = evening.kind is EveningKind.DUPLICATE
    last = evening.rounds[-1].tables if evening.rounds and not is_secret else ()
    before = {table.number: table.channel_id for table in last}
    own = evening.channel_id if evening.kind is EveningKind.ROTATING else None
    tables = tuple(
        EveningTable(number, seats, before.get(number, own))
        for number, seats in enumerate(following.tables, start=1)
    )
    return replace(evening, rounds=(*evening.rounds, EveningRound(tables, following.rests)))
