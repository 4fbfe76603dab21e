"""A process that appends until it is killed: ``python -m tests.store.appender DATABASE TABLE FIRST``.

It prints the last revision of every append the store has acknowledged. Appends are of one entry, of
three, and of one with the table at that revision, in turn.
"""

import asyncio
import sys
from dataclasses import replace

from bot.store.opening import open_store
from bot.store.place import Place, place_of
from tests.store.samples import entries


async def append_for_ever(place: Place, table_id: int, revision: int) -> None:
    store = await open_store(place)
    [table] = await store.open_tables()
    while True:
        for size, with_table in ((1, False), (3, False), (1, True)):
            first, revision = revision, revision + size
            saved = replace(table, revision=revision) if with_table else None
            await store.append(table_id, entries(*range(first, revision)), table=saved)
            print(revision - 1, flush=True)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(append_for_ever(place_of(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
