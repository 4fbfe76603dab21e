"""A process that appends until it is killed: ``python -m tests.store.appender DATABASE FIRST TABLE …``.

It prints the table and the last revision of every append the store has acknowledged. Appends are of one
entry, of three, and of one with the table at that revision, in turn; at all tables at once.
"""

import asyncio
import sys

from bot.store.opening import open_store
from bot.store.place import Place, place_of
from bot.store.store import SqlStore
from bot.store.stored import TableRecord
from tests.store.samples import entries


async def append_everywhere(place: Place, first: int, table_ids: list[int]) -> None:
    store = await open_store(place)
    tables = [table for table in await store.open_tables() if table.id in table_ids]
    await asyncio.gather(*(append_for_ever(store, table, first) for table in tables))


async def append_for_ever(store: SqlStore, table: TableRecord, revision: int) -> None:
    while True:
        for size, with_table in ((1, False), (3, False), (1, True)):
            first, revision = revision, revision + size
            saved = table._replace(revision=revision) if with_table else None
            await store.append(table.id, entries(*range(first, revision)), table=saved)
            print(table.id, revision - 1, flush=True)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(append_everywhere(place_of(sys.argv[1]), int(sys.argv[2]), [*map(int, sys.argv[3:])]))
