"""Opening a database: the one place that knows which it is."""

from __future__ import annotations

from pathlib import Path

from bot.database.address import Place
from bot.database.database import Database
from bot.database.remembered import Remembered
from bot.database.sqlite import open_sqlite


async def open_database(place: Place, *, create: bool = True) -> Database:
    """Open a database, made and brought up to date if need be, for this process alone.

    Without ``create`` it must have been used before.

    Raises:
        StoreError: it cannot be opened or written, another bot has it, or a newer bot wrote it.
    """
    database = await open_untested(place, create=create)
    try:
        await Remembered(database).test_writing()
    except BaseException:
        await database.close()
        raise
    return database


async def open_untested(place: Place, *, create: bool = True) -> Database:
    """Open a database as ``open_database`` does, but write nothing to see whether that succeeds.

    Raises:
        StoreError: it cannot be opened, another bot has it, or a newer bot wrote it.
    """
    if isinstance(place, Path):
        return await open_sqlite(place, create=create)
    from bot.database.postgres import open_postgres  # noqa: PLC0415  (its driver is loaded where it is wanted)

    return await open_postgres(place, create=create)
