"""Opens a database, SQLite or PostgreSQL by its place."""

from __future__ import annotations

from pathlib import Path

from bot.common.address import Place
from bot.database.database import Database
from bot.database.remembered import Remembered
from bot.database.sqlite import open_sqlite


async def open_database(
    place: Place, *, create: bool = True, alone: bool = True, lease: float | None = None
) -> Database:
    """Open a database, creating and migrating it if needed.

    With ``create=False`` it must exist already. No other process has it open if ``alone``, and never another
    has a SQLite file. ``lease`` is how many seconds PostgreSQL waits for a process that gives no sign of life
    before it ends its session; None for as many as a tool may work on whole tables.

    Raises:
        StoreError: it cannot be opened or written, another bot has it, or a newer bot wrote it.
    """
    database = await open_untested(place, create=create, alone=alone, lease=lease)
    try:
        await Remembered(database).test_writing()
    except BaseException:
        await database.close()
        raise
    return database


async def open_untested(
    place: Place, *, create: bool = True, alone: bool = True, lease: float | None = None
) -> Database:
    """Open a database as ``open_database`` does, without a test write.

    Raises:
        StoreError: it cannot be opened, another bot has it, or a newer bot wrote it.
    """
    if isinstance(place, Path):
        return await open_sqlite(place, create=create)
    from bot.database.postgres import open_postgres  # noqa: PLC0415  (the driver is loaded only if used)

    return await open_postgres(place, create=create, alone=alone, lease=lease)
