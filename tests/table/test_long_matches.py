"""Replaying a match of thousands of actions does not block other tables."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.database.database import Damaged
from bot.models.stored_tables import LogEntry, SeatRecord, Status, TableRecord
from bot.table.desk.table import Table, shown_table
from bot.table.desk.waking import played, played_in_slices
from bot.table.match.replaying import SLICE
from bot.table.turns.time_limit import NO_LIMIT
from rules.catalog import find_game
from rules.core.decisions import CHANCE

ACTS = 30 * SLICE


def long_match(acts: int = ACTS) -> tuple[TableRecord, list[LogEntry]]:
    """A finished match with computers that played to very many points."""
    game, random = find_game("kentucky").with_options({"target": 10_000}), Random(1)
    state, log = game.start(4), list[LogEntry]()
    while len(log) < acts:
        ((seat, decision),) = game.decisions(state).items()
        action = decision.sample(random)
        state, _ = game.apply(state, seat, action)
        log.append(LogEntry(len(log) + 1, seat, None if seat == CHANCE else 10 + seat, str(action), 1.0))
    seats = tuple(SeatRecord(10 + seat, "Ann") for seat in range(4))
    changes = game.changes()
    record = TableRecord(
        1, 2, 3, 10, "kentucky", changes, seats, Status.FINISHED, acts, None, 0.0, game.version
    )
    return record, log


async def turns_of_others(record: TableRecord, log: list[LogEntry]) -> tuple[Table, int]:
    """Number of turns another task had while a match was replayed."""
    turns = 0

    async def wait_for_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.create_task(wait_for_turns())
    try:
        return await played_in_slices(record, log), turns
    finally:
        other.cancel()


async def test_other_tables_have_their_turns_while_a_long_match_is_replayed() -> None:
    record, log = long_match()
    table, turns = await turns_of_others(record, log)
    assert turns >= ACTS / SLICE - 1
    assert shown_table(table, NO_LIMIT) == shown_table(played(record, log), NO_LIMIT)


async def test_short_match_is_replayed_in_one_slice() -> None:
    _, turns = await turns_of_others(*long_match(SLICE - 1))
    assert turns == 0


async def test_damaged_action_is_reported_when_replaying_in_slices() -> None:
    record, log = long_match()
    log[-1] = LogEntry(ACTS, 0, 10, "nonsense", 1.0)
    with pytest.raises(Damaged, match="do not fit the rules"):
        await played_in_slices(record, log)
