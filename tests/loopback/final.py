"""Waits until the messages of tables, evenings and leagues show what is stored of them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, cast

from bot.database.database import Database
from bot.evening.store.evenings import EveningStore
from bot.table.store.tables import TableStore
from bot.table.turns.time_limit import NO_LIMIT
from cogs.table.posting import panel_of
from tests.loopback.fleet import Fleet
from tests.sim.laws.boards import says_the_same, standing_still, wanted_board, wanted_message
from tests.sim.laws.screens import plain, stored_table
from tests.sim.messages import Message
from tests.sim.server import Server

NEWEST: Final = """
    SELECT id FROM (
        SELECT id, ROW_NUMBER() OVER (PARTITION BY channel_id ORDER BY id DESC) AS age FROM tables
    ) AS by_channel WHERE age <= 2 ORDER BY id
"""
"""The open table of each channel, and the one before; those before it were checked earlier, as evenings."""
EVENINGS: Final = "SELECT id FROM evenings ORDER BY id DESC LIMIT 2"
LEAGUES: Final = "SELECT id, channel_id, message_id FROM leagues WHERE message_id IS NOT NULL"
TO_COUNT: Final = """
    SELECT (SELECT COUNT(*) FROM results_to_book), (SELECT COUNT(*) FROM boards_to_rate),
        (SELECT COUNT(*) FROM seasons_to_rank)
"""
OF_THE_CLOCK: Final = re.compile(r"-# (?:(?!\\n).)*<t:\d+:\w>(?:(?!\\n).)*\\n| Closes <t:\d+:\w>\.")
"""A line with a moment, in JSON: the running process sets the end of a deserted match, and of a lobby."""
FINAL_WITHIN: Final = 75.0
"""Seconds in which all must be final once the players have stopped; a failed booking is tried after 60."""
AGAIN: Final = 0.1
"""Seconds between two looks at the database."""

Look = Callable[[], Awaitable[str]]
"""Looks at one thing; returns what is wrong, or an empty text."""


async def until_final(fleet: Fleet, seconds: float = FINAL_WITHIN) -> None:
    """Wait until every message shows what is stored, every result is counted and no evening is stuck.

    Raises:
        TimeoutError: that takes longer.
    """
    wrong, server = dict[Look, str](), fleet.discord.server
    async with fleet.reading() as database:
        looks: list[Look] = [
            *(partial(_look_at_table, server, database, one) for (one,) in await fleet.rows(NEWEST)),
            *(partial(_look_at_evening, server, database, one) for (one,) in await fleet.rows(EVENINGS)),
            *(partial(_look_at_league, server, database, *one) for one in await fleet.rows(LEAGUES)),
            partial(_look_at_ledger, fleet),
        ]
        try:
            async with asyncio.timeout(seconds):
                while looks:
                    wrong = {look: found for look in looks if (found := await look())}
                    looks = list(wrong)
                    await asyncio.sleep(AGAIN)
        except TimeoutError:
            raise TimeoutError("\n".join([f"{len(wrong)} are not final:", *wrong.values()])) from None


async def _look_at_table(server: Server, database: Database, table_id: int) -> str:
    store = TableStore(database)
    record = await store.table(table_id)
    assert record is not None
    table = await stored_table(database, record, await store.log(table_id), NO_LIMIT)
    message, view = _message(server, record.channel_id, record.message_id), cast("Any", panel_of(table))
    shown, wanted = "" if message is None else _read(message.panel.parts), _read(view.to_components())
    return "" if shown == wanted else f"table {table_id} shows {shown} instead of {wanted}"


async def _look_at_evening(server: Server, database: Database, evening_id: int) -> str:
    evening = await EveningStore(database).evening(evening_id)
    assert evening is not None
    for problem in await standing_still(evening, database, server.channels):
        return problem
    message = _message(server, evening.channel_id, evening.message_id)
    wanted = await wanted_board(evening, database)
    if message is not None and says_the_same(message.panel, wanted):
        return ""
    return f"evening {evening_id} shows {message and message.panel.text} instead of {wanted.text}"


async def _look_at_league(
    server: Server, database: Database, league_id: int, channel_id: int, message_id: int
) -> str:
    message, wanted = _message(server, channel_id, message_id), await wanted_message(league_id, database)
    assert wanted is not None
    if message is not None and says_the_same(message.panel, wanted):
        return ""
    return f"league {league_id} shows {message and message.panel.text} instead of {wanted.text}"


async def _look_at_ledger(fleet: Fleet) -> str:
    [left] = await fleet.rows(TO_COUNT)
    return f"{left} results, boards and seasons are not counted" if any(left) else ""


def _message(server: Server, channel_id: int, message_id: int | None) -> Message | None:
    """A public message; None if there is none."""
    return next((one for one in server.channels[channel_id].public if one.id == message_id), None)


def _read(parts: Any) -> str:
    """Components as text, without the lines of the clock."""
    return OF_THE_CLOCK.sub("", json.dumps(plain(parts), sort_keys=True))
