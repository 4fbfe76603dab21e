"""``python -m bot doctor``: checks all stored data; with ``--repair`` it repairs one table.

Each finding is one line on what is damaged, where, and what to do. Never a card.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from random import SystemRandom
from typing import Final

from bot.common.address import Place
from bot.common.errors import NewerTable, Refused, StoreError
from bot.common.loop import new_runner
from bot.common.typed_numbers import option_number
from bot.daily.store import DAILY_DEALS, DAILY_SCORES, read_daily, read_score
from bot.database.copying import KEYS
from bot.database.database import Damaged, Statement
from bot.database.opening import open_database
from bot.database.rows import parsed, readable, text
from bot.database.snapshot import Snapshot, broken_places, look
from bot.evening.store.evenings import EveningStore
from bot.league.store.leagues import LEAGUES, SEASONS, read_league, read_season
from bot.models.stored_results import MatchResult
from bot.models.stored_tables import OPEN, Status, TableRecord
from bot.people.store.personal_settings import PINGS, SLOW, read_pings, read_slow_settings
from bot.stats.store.ledger import LedgerStore
from bot.table.damaged_tables import repair
from bot.table.desk.steps import ended_result
from bot.table.desk.table import Table
from bot.table.desk.waking import checked_playable, played
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from bot.table.store.waiting import WAITING, read_waiting
from rules.core.decisions import Seat
from rules.core.words import capitalized

RESTORE: Final = "Restore a backup: python -m bot restore FILE"
REPAIR: Final = "Bring it back: python -m bot doctor --repair {}"
SETTLED: Final[Mapping[str, str]] = {
    "settings": "key, value",
    "saved_rules": "name, code",
    "default_rules": "'', rules",
    "hand_messages": "'', token",
}
"""Tables of settings, saved rules and hand messages: the columns of each row's name and value."""
ROWS: Final = (
    ("The leagues", LEAGUES, read_league),
    ("The seasons", SEASONS, read_season),
    ("How people hear of their turn", PINGS, read_pings),
    ("What people want at slow tables", SLOW, read_slow_settings),
    ("Who waits for a seat", WAITING, read_waiting),
    ("The daily deals", DAILY_DEALS, read_daily),
    ("The results of daily deals", DAILY_SCORES, read_score),
)
"""Other checks row by row: the heading, the query, and the function that parses a row."""
KEPT: Final = "It is left as it is."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's argument to a parser: the table to repair, if any."""
    parser.add_argument(
        "--repair", metavar="TABLE", help="bring this table back; no bot may be using the database"
    )


def run(place: Place, options: argparse.Namespace) -> int:
    """Check a database and print the findings, or repair a table; returns the exit code, 1 if damaged.

    Raises:
        BadNumber: the table's id is no number.
        StoreError: the database cannot be read, or nothing was repaired.
    """
    with new_runner() as runner:
        if options.repair is not None:
            return runner.run(_repair(place, option_number(options.repair, "--repair")))
        findings = runner.run(examine(place))
        for line in (*findings, *runner.run(news(place))):
            print(line)
    if not findings:
        print("All is well.")
    return 1 if findings else 0


async def _repair(place: Place, table_id: int) -> int:
    async with await open_database(place, create=False) as database:
        tables = TableStore(database)
        try:
            try:
                record = await tables.table(table_id)
                if record is None:
                    raise StoreError(f"There is no table {table_id}.")
                if record.status not in OPEN:
                    raise StoreError(f"Table {table_id} is closed. Only an open table can be brought back.")
                checked_playable(played(record, await tables.log(table_id)))
            except Damaged:
                table, acts = await repair(database, table_id, None, time.time(), SystemRandom())
                new = f"table {table.record.id}, with {acts} of its acts"
                print(f"Table {table_id} goes on as {new}. It is kept as it was.")
            else:
                print(f"Table {table_id} is not damaged. Nothing was changed.")
        except Refused as refusal:
            print(f"Table {table_id}: {refusal}")
            return 1
        return 0


async def examine(place: Place) -> list[str]:
    """Check all stored data; returns the findings. A StoreError if the database cannot be read."""
    async with look(place) as snapshot:
        findings = [finding async for finding in _of_file(snapshot, place)]
        if not snapshot.is_up_to_date:
            return [*findings, "An earlier Rookery wrote it. The next start of the bot brings it up to date."]
        findings += [finding async for finding in _of_tables(snapshot)]
        findings += [finding async for finding in _of_strays(snapshot)]
        findings += [finding async for finding in _of_servers(snapshot)]
        return findings + [finding async for finding in _of_rows(snapshot)]


async def news(place: Place) -> list[str]:
    """Remarks on a database that are no findings, such as matches not booked yet; one line each.

    Raises:
        StoreError: the database cannot be read.
    """
    async with look(place) as snapshot:
        if not snapshot.is_up_to_date:
            return []
        try:
            waiting = await LedgerStore(snapshot).number_pending()
        except Damaged:
            return []  # ``examine`` reports it
    if not waiting:
        return []
    said = "1 match waits" if waiting == 1 else f"{waiting:,} matches wait"
    return [f"{said} to be put into standings and statistics. The bot does that while it runs."]


async def _of_file(snapshot: Snapshot, place: Place) -> AsyncIterator[str]:
    if not isinstance(place, Path):
        return
    broken = await broken_places(snapshot.read)
    if broken:
        yield f"The file is damaged in {broken} place{'s' * (broken > 1)} or more. {RESTORE}"


async def _of_tables(snapshot: Snapshot) -> AsyncIterator[str]:
    store = TableStore(snapshot)
    try:
        rows = await snapshot.read(Statement("SELECT id FROM tables ORDER BY id"))
        numbers = [number for [number] in rows]
        damaged = {one.id for one in await store.open_tables() if not isinstance(one, TableRecord)}
    except Damaged:
        yield f"The tables cannot be read. {RESTORE}"
        return
    for number in sorted({*numbers, *damaged}):
        finding = await _of_table(snapshot, store, number, is_open=number in damaged)
        if finding is not None:
            yield finding


async def _of_table(snapshot: Snapshot, store: TableStore, number: int, *, is_open: bool) -> str | None:
    try:
        record = await store.table(number)
        if record is None:
            raise Damaged("the table cannot be read.")
        if record.status is Status.CANCELLED:
            return None  # a closed table is never read; after a repair it keeps the damage
        is_open = record.status in OPEN
        log = await store.log(number)
        table = played(record, log)
        if is_open:
            checked_playable(table)
        if record.status is Status.FINISHED:
            await _check_result(snapshot, table)
    except NewerTable:
        return f"Table {number}: A newer Rookery played this match. Update the bot to go on."
    except Damaged as error:
        return f"Table {number}: {capitalized(str(error))} {REPAIR.format(number) if is_open else KEPT}"
    return None


async def _check_result(snapshot: Snapshot, table: Table) -> None:
    """Raise ``Damaged`` if the stored result of a match is not the one computed from its log."""
    results = ResultStore(snapshot)
    match = await results.match(table.record.id)
    await results.deals(table.record.id)
    due = None if match is None else ended_result(table, match.finished_at)
    if match is None or due is None:
        return
    if _gained(match) != _gained(due):
        raise Damaged("the result stored is not what its acts lead to.")


def _gained(match: MatchResult) -> list[tuple[Seat, int | None, bool]]:
    """Seat, points and whether it won, for each player."""
    return [(one.seat, one.points, one.won) for one in match.players]


async def _of_strays(snapshot: Snapshot) -> AsyncIterator[str]:
    for name, key in KEYS.items():
        if name == "tables" or "table_id" not in key:
            continue
        lost = f"SELECT table_id, COUNT(*) FROM {name} WHERE table_id NOT IN (SELECT id FROM tables)"  # noqa: S608 (no user input)
        try:
            rows = await snapshot.read(Statement(f"{lost} GROUP BY table_id ORDER BY table_id"))
        except Damaged:
            yield f"The {name.replace('_', ' ')} cannot be read. {RESTORE}"
            continue
        for number, count in rows:
            yield f"Table {number} is gone, but {count} of its {name.replace('_', ' ')} are there. {RESTORE}"


async def _of_servers(snapshot: Snapshot) -> AsyncIterator[str]:
    for name, columns in SETTLED.items():
        what = name.replace("_", " ")
        try:
            rows = await snapshot.read(Statement(f"SELECT {columns} FROM {name}"))  # noqa: S608 (no user input)
        except Damaged:
            yield f"The {what} cannot be read. {RESTORE}"
            continue
        for key, value in rows:
            try:
                text(key, "a name")
                parsed(value, "a value") if name == "settings" else text(value, "a value")
            except Damaged as error:
                yield f"The {what}: {capitalized(str(error))} It is skipped."


async def _of_rows(snapshot: Snapshot) -> AsyncIterator[str]:
    """Findings in rows that the running bot skips if damaged, and in open evenings."""
    for what, sql, read in ROWS:
        try:
            rows = await snapshot.read(Statement(sql))
        except Damaged:
            yield f"{what} cannot be read. {RESTORE}"
            continue
        for row in rows:
            try:
                with readable("a value"):
                    read(*row)
            except Damaged as error:
                yield f"{what}: {capitalized(str(error))} It is skipped. {RESTORE}"
    evenings = EveningStore(snapshot)
    try:
        numbers = await evenings.open_evenings()
    except Damaged:
        yield f"The evenings cannot be read. {RESTORE}"
        return
    for number in numbers:
        try:
            await evenings.evening(number)
        except Damaged as error:
            said = capitalized(str(error))
            yield f"Evening {number}: {said} A manager of its server ends it with /night end."
