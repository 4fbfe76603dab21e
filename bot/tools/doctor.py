"""``python -m bot doctor``: checks all stored data; with ``--repair`` it repairs one table."""

from __future__ import annotations

import argparse
import time
from random import SystemRandom

from bot.common.address import Place
from bot.common.errors import Refused, StoreError
from bot.common.loop import new_runner
from bot.common.typed_numbers import option_number
from bot.database.database import Damaged
from bot.database.opening import open_database
from bot.models.stored import OPEN
from bot.table.desk.loading import checked_playable, played
from bot.table.repairing import repair
from bot.table.store.tables import TableStore
from bot.tools.examination import examine, news


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
    database = await open_database(place, create=False)
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
            repaired = await repair(database, table_id, None, time.time(), SystemRandom())
            new = f"table {repaired.table.record.id}, with {repaired.acts} of its acts"
            print(f"Table {table_id} goes on as {new}. It is kept as it was.")
            return 0
        print(f"Table {table_id} is not damaged. Nothing was changed.")
        return 0
    except Refused as refusal:
        print(f"Table {table_id}: {refusal}")
        return 1
    finally:
        await database.close()
