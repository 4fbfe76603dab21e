"""A process that appends until it is killed, and prints what the store has acknowledged.

Appends of one entry, of three, and of one with the table take turns, at all tables at once.
"""

import asyncio
from multiprocessing.connection import Connection
from typing import NamedTuple

from bot.common.address import Place
from bot.database.database import Database
from bot.database.opening import open_database
from bot.models.stored_tables import TableRecord
from bot.table.store.tables import TableStore
from tests.database.samples import entries, stored_tables


class Appended(NamedTuple):
    """The last revision of an append that the store has acknowledged."""

    table_id: int
    revision: int


def append_until_killed(place: Place, table_ids: list[int], first: int, pipe: Connection) -> None:
    asyncio.run(append_everywhere(place, table_ids, first, pipe))


async def append_everywhere(place: Place, table_ids: list[int], first: int, pipe: Connection) -> None:
    database = await open_database(place)
    tables = [table for table in await stored_tables(database) if table.id in table_ids]
    await asyncio.gather(*(append_endlessly(database, table, first, pipe) for table in tables))


async def append_endlessly(database: Database, table: TableRecord, revision: int, pipe: Connection) -> None:
    while True:
        for size, with_table in ((1, False), (3, False), (1, True)):
            first, revision = revision, revision + size
            saved = table._replace(revision=revision) if with_table else None
            await TableStore(database).append(table.id, entries(*range(first, revision)), table=saved)
            pipe.send(Appended(table.id, revision - 1))
