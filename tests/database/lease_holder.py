"""A process that holds leases and writes, until it has lost them."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection

from pydantic import SecretStr

from bot.common.errors import StoreError
from bot.database.opening import open_database
from bot.table.store.tables import TableStore
from tests.database.samples import entries, new_table


def hold_and_write(address: SecretStr, lease: float, said: Connection) -> None:
    """Claim two shards and the clerk's lease, and append to a table until an error.

    Sends the table's id, each revision that was stored, and the name of the last error's type.
    """
    asyncio.run(_hold_and_write(address, lease, said))


async def _hold_and_write(address: SecretStr, lease: float, said: Connection) -> None:
    database = await open_database(address, alone=False, lease=lease)
    await database.leases.claim(range(2))
    await database.leases.claim_clerk()
    table = await new_table(database)
    said.send(table.id)
    for revision in range(1, 1_000_000):
        try:
            await TableStore(database).append(table.id, entries(revision))
        except StoreError:
            break
        said.send(revision)
    try:
        database.check_held()
    except StoreError as error:
        said.send(type(error).__name__)
