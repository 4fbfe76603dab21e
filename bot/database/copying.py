"""Copies all rows from one database to another in one transaction, and compares them row by row."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final, Literal

from bot.common.address import Place
from bot.common.errors import StoreError
from bot.database.database import Database, Row, Run, Statement, Values, insert
from bot.database.files import keep_apart
from bot.database.opening import open_database

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "tables": ("id",),
    "actions": ("table_id", "revision"),
    "deals": ("table_id", "deal"),
    "deal_sides": ("table_id", "deal", "side"),
    "deal_players": ("table_id", "deal", "seat"),
    "matches": ("table_id",),
    "match_players": ("table_id", "seat"),
    "hand_messages": ("table_id", "user_id"),
    "shown_messages": ("message_id",),
    "past_messages": ("message_id",),
    "unseen_tables": ("table_id",),
    "packed_logs": ("table_id",),
    "forgetting": ("user_id",),
    "left_servers": ("guild_id",),
    "saved_rules": ("guild_id", "name"),
    "default_rules": ("guild_id",),
    "server_settings": ("guild_id",),
    "personal_settings": ("user_id",),
    "lessons_done": ("user_id", "lesson"),
    "waiting": ("channel_id", "user_id"),
    "daily_deals": ("guild_id", "number"),
    "daily_attempts": ("guild_id", "number", "user_id"),
    "audit": ("id",),
    "leagues": ("id",),
    "loose_messages": ("message_id",),
    "seasons": ("id",),
    "season_entries": ("season_id", "first", "second"),
    "pair_requests": ("season_id", "asker"),
    "fixtures": ("season_id", "number"),
    "season_matches": ("table_id",),
    "season_sides": ("table_id", "side"),
    "paper_matches": ("id",),
    "league_acts": ("id",),
    "results_to_book": ("table_id",),
    "booked_matches": ("table_id",),
    "booked_entries": ("table_id", "size", "first", "second"),
    "tallies": ("guild_id", "period", "games", "size", "first", "second"),
    "tallied_bids": ("guild_id", "period", "games", "size", "first", "second", "bid"),
    "boards_to_rate": ("guild_id", "board"),
    "rated_entries": ("guild_id", "board", "finished_at", "table_id", "size", "first", "second"),
    "ratings": ("guild_id", "board", "size", "first", "second"),
    "seasons_to_rank": ("season_id",),
    "season_credits": ("season_id", "size", "first", "second", "table_id"),
    "season_lines": ("season_id", "position"),
    "final_seasons": ("season_id",),
    "settings": ("key",),
    "earlier_deals": ("table_id",),
    "evenings": ("id",),
    "evening_guests": ("evening_id", "user_id"),
    "evening_tables": ("evening_id", "round", "number"),
    "evening_chairs": ("evening_id", "round", "number", "chair"),
    "evening_cards": ("evening_id", "deal"),
}
"""Every table, after those it refers to, with its primary key: its first columns, the same in both kinds."""
LAST_IDS: Final = "SELECT name, last FROM last_ids WHERE last > 0 ORDER BY name"
"""The highest id each table has given to a row, which may have been deleted since."""
PAGE: Final = 500
"""Rows read, written and compared at a time."""

Tell = Callable[[Literal["copying", "checking"], str, int, int], None]
"""Callback for progress: the work, the table (or ``pages``), rows done, rows in all."""


async def copy_database(source: Place, target: Place, tell: Tell) -> dict[str, int]:
    """Copy all rows from one database to an empty one; returns the number of rows by table.

    Raises:
        StoreError: one cannot be opened, a bot uses it, the target is not empty, or a copied row differs;
            nothing is copied then.
    """
    await asyncio.to_thread(keep_apart, source, target)
    async with (
        await open_database(source, create=False, test=False) as opened,
        await open_database(target, test=False) as empty,
    ):
        return await copy(opened, empty, tell)


async def copy(source: Database, target: Database, tell: Tell, *, replace: bool = False) -> dict[str, int]:
    """Copy all rows from one open database to another, in one transaction; returns the rows by table.

    With ``replace`` the target's rows are deleted first; else it must be empty, apart from ``settings``.
    """
    counts = {table: await _count(source.read, table) for table in KEYS}
    async with target.transaction() as run:
        # The bot's own settings, written by every start, do not count as data.
        for table in reversed(tuple(KEYS)) if replace else ["settings"]:
            await run(Statement(f"DELETE FROM {table}"))  # noqa: S608 (no user input)
        if any([await _count(run, table) for table in KEYS]):
            raise StoreError("The database to copy to holds data already: name an empty one.")
        for table in KEYS:
            done = 0
            async for rows in _pages(source.read, table):
                for statement in insert(table, rows):
                    await run(statement)
                done += len(rows)
                tell("copying", table, done, counts[table])
        for table, last in await source.read(Statement(LAST_IDS)):
            for statement in target.raise_last_id(table, last):
                await run(statement)
        for table in KEYS:
            await _compare(source.read, run, table, counts[table], tell)
    return counts


async def _compare(theirs: Run, ours: Run, table: str, count: int, tell: Tell) -> None:
    """Check that a table holds the same rows in two databases: a StoreError if not."""
    done = 0
    copied = _pages(ours, table)
    async for rows in _pages(theirs, table):
        if await anext(copied, []) != rows:
            raise StoreError(f"A row of {table} did not come out as it was. Nothing was copied.")
        done += len(rows)
        tell("checking", table, done, count)
    if done != count or await _count(ours, table) != count:
        raise StoreError(f"Rows of {table} were changed meanwhile. Nothing was copied.")


async def _pages(run: Run, table: str) -> AsyncIterator[list[Row]]:
    """All rows of a table of ``KEYS`` in order of the key, a page at a time."""
    columns = KEYS[table]
    key, marks = ", ".join(columns), ", ".join("?" * len(columns))
    first = f"SELECT * FROM {table} ORDER BY {key} LIMIT ?"  # noqa: S608 (no user input)
    after = f"SELECT * FROM {table} WHERE ({key}) > ({marks}) ORDER BY {key} LIMIT ?"  # noqa: S608 (no user input)
    rows = await run(Statement(first, Values((PAGE,))))
    while rows:
        yield rows
        last = rows[-1][: len(columns)]
        rows = await run(Statement(after, Values((*last, PAGE))))


async def _count(run: Run, table: str) -> int:
    [[count]] = await run(Statement(f"SELECT COUNT(*) FROM {table}"))  # noqa: S608 (no user input)
    return int(count)
