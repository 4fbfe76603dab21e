"""A killed process has lost no acknowledged write, and has stored none in part."""

from pathlib import Path
from random import Random

import pytest

from bot.common.address import Place
from bot.database.opening import open_database
from bot.table.store.tables import TableStore
from tests.application.killing import killed_at_random
from tests.database.appender import append_until_killed
from tests.database.samples import entries, new_table, stored_tables
from tests.postgres import PostgresServer

KILLS = 4
TABLES = 5
FAR = 100_000
"""Difference between the first revisions of one appender and the next."""
ROUND = 5
"""Entries of one round of the appender: 1, 3, and 1 with the table."""


def append_and_be_killed(place: Place, tables: list[int], first: int, chance: Random) -> dict[int, int]:
    """Run an appender, kill it at a random moment, and return each table's last acknowledged revision."""
    arguments = (place, tables, first)
    said = killed_at_random(append_until_killed, arguments, chance, chance.randint(1, 100), within=0.003)
    acknowledged = dict.fromkeys(tables, first - 1)
    acknowledged.update(said)
    return acknowledged


@pytest.mark.timeout(180)
async def test_killed_process_loses_nothing_it_acknowledged(path: Path) -> None:
    await append_and_check(path)


@pytest.mark.timeout(180)
async def test_killed_process_loses_nothing_acknowledged_by_a_server(
    postgres: PostgresServer, empty: str
) -> None:
    await append_and_check(postgres.address(empty))


async def append_and_check(place: Place) -> None:
    """Run and kill an appender many times, and check the stored rows after each."""
    chance = Random(14)
    database = await open_database(place)
    ids = [(await new_table(database, channel_id=channel)).id for channel in range(1, TABLES + 1)]
    await database.close()
    first = 1
    for _ in range(KILLS):
        acknowledged = append_and_be_killed(place, ids, first, chance)

        database = await open_database(place)
        for table in await stored_tables(database):
            log = [entry for entry in await TableStore(database).log(table.id) if entry.revision >= first]
            last = first + len(log) - 1
            appended = len(log) % ROUND
            assert last >= acknowledged[table.id]
            assert log == entries(*range(first, last + 1))
            assert appended in {0, 1, 4}, "part of an append was stored"
            if len(log) >= ROUND:
                assert table.revision == last - appended + 1, "entry and table were not stored together"
        await database.close()
        first += FAR
