"""Compares the log of actions with the presses that made them: nothing lost, nothing doubled."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

import asyncpg

from bot.common.shards import Shards
from bot.database.database import Database, Row, Statement, for_postgres
from bot.table.store.tables import TableStore
from bot.table.turns.time_limit import NO_LIMIT
from cogs.table.posting import panel_of
from tests.loopback.fleet import Fleet
from tests.loopback.player import Player
from tests.sim.laws.screens import plain, stored_table
from tests.sim.server import Press

LOG: Final = """
    SELECT table_id, user_id, revision, action FROM actions
    WHERE user_id IS NOT NULL ORDER BY table_id, user_id, revision
"""
CLOSED: Final = "SELECT id FROM tables WHERE status = 'cancelled'"
LEFT: Final = "SELECT guild_id FROM left_servers"


OPEN: Final = "SELECT id FROM tables WHERE status IN ('lobby', 'playing') ORDER BY id"
OF_THE_CLOCK: Final = re.compile(r"-# (?:(?!\\n).)*<t:\d+:\w>(?:(?!\\n).)*\\n| Closes <t:\d+:\w>\.")
"""A line with a moment, in JSON: the running process sets the end of a deserted match, and of a lobby."""
FINAL_WITHIN: Final = 30.0
"""Seconds in which all messages must be final once the players have stopped, on a busy machine too."""
AGAIN: Final = 0.1
"""Seconds between two looks at the database."""


class Logged(NamedTuple):
    """A user's row of the log."""

    revision: int
    action: str


class Findings(NamedTuple):
    """What is wrong, a line each; empty if all is well."""

    lost: list[str]
    doubled: list[str]
    closed: list[str]
    left: list[str]


ALL_WELL: Final = Findings([], [], [], [])


async def audit(fleet: Fleet, players: Iterable[Player]) -> Findings:
    """Compare all that is stored with all that the players have pressed."""
    logs: dict[tuple[int, int], list[Logged]] = {}
    for table_id, user_id, revision, action in await fleet.rows(LOG):
        logs.setdefault((table_id, user_id), []).append(Logged(revision, action))
    pressed: dict[tuple[int, int], list[Press]] = {}
    for player in players:
        for press in player.acts:
            assert press.control is not None
            pressed.setdefault((press.control.table_id, player.id), []).append(press)
    lost, doubled = [], []
    for key in logs.keys() | pressed.keys():
        log, presses = logs.get(key, ()), pressed.get(key, ())
        lost += [f"table {key[0]}: {line}" for line in lost_acts(log, presses)]
        doubled += [f"table {key[0]}: {line}" for line in doubled_acts(log, presses)]
    closed = [f"table {number}" for (number,) in await fleet.rows(CLOSED)]
    left = [f"server {number}" for (number,) in await fleet.rows(LEFT)]
    return Findings(lost, doubled, closed, left)


async def until_final(fleet: Fleet) -> None:
    """Wait until the message of every open table shows what is stored of the table.

    Raises:
        TimeoutError: they do not in time.
    """
    left = {table_id: ("", "") for (table_id,) in await fleet.rows(OPEN)}
    try:
        async with asyncio.timeout(FINAL_WITHIN):
            while left := await _wrong_tables(fleet, left):  # noqa: ASYNC110  (the database tells of no change)
                await asyncio.sleep(AGAIN)
    except TimeoutError:
        shown, wanted = next(iter(left.values()))
        raise TimeoutError(f"of tables {list(left)} the first shows {shown} instead of {wanted}") from None


class _Reader:
    """Reads a database that a bot has open."""

    shards = Shards()

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def read(self, statement: Statement) -> list[Row]:
        """Run one reading statement; returns its rows."""
        rows = await self._connection.fetch(for_postgres(statement.sql), *statement.values)
        return [tuple(row) for row in rows]


async def _wrong_tables(fleet: Fleet, table_ids: Iterable[int]) -> dict[int, tuple[str, str]]:
    """The tables with a message that does not show what is stored of them: what it shows, and is to show."""
    connection = await fleet.postgres.connect(fleet.database)
    try:
        database = cast("Database", _Reader(connection))
        both = {number: await _shown_and_wanted(fleet, database, number) for number in table_ids}
        return {number: (shown, wanted) for number, (shown, wanted) in both.items() if shown != wanted}
    finally:
        await connection.close()


async def _shown_and_wanted(fleet: Fleet, database: Database, table_id: int) -> tuple[str, str]:
    """What a table's message shows, empty without one; and what is stored of the table."""
    store = TableStore(database)
    record = await store.table(table_id)
    assert record is not None
    table = await stored_table(database, record, await store.log(table_id), NO_LIMIT)
    public = fleet.discord.server.channels[record.channel_id].public
    message = next((one for one in public if one.id == record.message_id), None)
    wanted: Any = panel_of(table)
    return "" if message is None else _read(message.panel.parts), _read(wanted.to_components())


def _read(parts: Any) -> str:
    """Components as text, without the lines of the clock."""
    return OF_THE_CLOCK.sub("", json.dumps(plain(parts), sort_keys=True))


def lost_acts(log: Sequence[Logged], presses: Iterable[Press]) -> Iterator[str]:
    """A user's acts of a table that were shown as done, and are not in the log.

    A press that came after another answer to the same question was refused as stale, and is not meant.
    """
    for press in presses:
        if press.answer != "redrawn" or press.said:
            continue
        revision, action = _meant(press)
        row = next((one for one in log if one.revision > revision), None)
        others = {_meant(one) for one in presses if one is not press}
        is_stale = row is not None and any(
            row.action == other and revision <= earlier < row.revision for earlier, other in others
        )
        if row is None or (row.action != action and not is_stale):
            yield f"{action} at revision {revision}"


def doubled_acts(log: Sequence[Logged], presses: Iterable[Press]) -> Iterator[str]:
    """A user's rows of a table's log that no press of their own question explains."""
    meant = [_meant(press) for press in presses]
    earlier = 0
    for row in log:
        if not any(action == row.action and earlier <= revision < row.revision for revision, action in meant):
            yield f"{row.action} at revision {row.revision}"
        earlier = row.revision


def _meant(press: Press) -> tuple[int, str]:
    """The revision a press was made at, and the action it means."""
    assert press.control is not None
    return press.control.revision, press.values[0] if press.values else press.control.argument
