"""Loading a stored table: its record and log must lead to a playable table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from bot.common.errors import NewerTable
from bot.computers.kinds import is_known
from bot.database.database import Damaged
from bot.models.stored import LogEntry, Status, TableRecord
from bot.table.desk.present import replay, replay_in_slices
from bot.table.desk.table import Table


def played(record: TableRecord, log: Iterable[LogEntry]) -> Table:
    """A table in memory, by replaying its log.

    Raises:
        NewerTable: a newer version of the bot has played at it.
        Damaged: the log does not fit the rules.
    """
    with as_damaged():
        table = Table(record)
        replay(table, log)
    return table


async def played_in_slices(record: TableRecord, log: Iterable[LogEntry]) -> Table:
    """Like ``played``, letting other tasks run between slices of the log.

    Raises:
        NewerTable: a newer version of the bot has played at it.
        Damaged: the log does not fit the rules.
    """
    with as_damaged():
        table = Table(record)
        for _ in replay_in_slices(table, log):
            await asyncio.sleep(0)
    return table


def checked_playable(table: Table) -> Table:
    """The table, if its seats fit the game and its match can continue.

    Raises:
        Damaged: its record or log cannot be what was stored.
    """
    record = table.record
    computers = {seat.computer for seat in record.seats if seat.computer is not None}
    if len(record.seats) not in table.match.game.about.seats or not all(map(is_known, computers)):
        raise Damaged("Its seats do not fit the game.")
    if record.status is Status.PLAYING and not table.match.can_continue:
        raise Damaged("Its last acts are missing.")
    return table


@contextmanager
def as_damaged() -> Iterator[None]:
    """Turn any error while replaying a log into ``Damaged``.

    Raises:
        NewerTable: a newer version of the bot has played it.
        Damaged: anything else went wrong.
    """
    try:
        yield
    except NewerTable:
        raise
    except Exception:  # noqa: BLE001  (a damaged act may do anything to the rules, and what they say names cards)
        raise Damaged("Its acts do not fit the rules.") from None
