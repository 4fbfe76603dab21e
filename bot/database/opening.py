"""Opening the store: the one place that knows which database it is."""

from __future__ import annotations

from pathlib import Path

from bot.database.address import Place
from bot.database.database import Database
from bot.database.sqlite import open_sqlite
from bot.store import SqlStore


async def open_store(place: Place, *, create: bool = True) -> SqlStore:
    """Open a database, made and brought up to date if need be, for this process alone.

    Without ``create`` it must have been used before.

    Raises:
        StoreError: it cannot be opened or written, another bot has it, or a newer bot wrote it.
    """
    store = SqlStore(await open_database(place, create=create))
    try:
        await store.test_writing()
    except BaseException:
        await store.close()
        raise
    return store


async def open_database(place: Place, *, create: bool = True) -> Database:
    """Open the database itself; without ``create`` it must have been used before.

    Raises:
        StoreError: it cannot be opened, another bot has it, or a newer bot wrote it.
    """
    if isinstance(place, Path):
        return await open_sqlite(place, create=create)
    from bot.database.postgres import open_postgres  # noqa: PLC0415  (its driver is loaded where it is wanted)

    return await open_postgres(place, create=create)
