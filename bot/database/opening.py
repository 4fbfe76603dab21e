"""Opens a database, SQLite or PostgreSQL by its place."""

from __future__ import annotations

from pathlib import Path

from bot.common.address import Place
from bot.database.database import Database
from bot.database.remembered import Remembered
from bot.database.sqlite import open_sqlite


async def open_database(
    place: Place, *, create: bool = True, alone: bool = True, lease: float | None = None, test: bool = True
) -> Database:
    """Open a database, creating and migrating it if needed; with ``test`` a test write is made.

    With ``create=False`` it must exist already. With ``alone`` no other process may have it open; a SQLite
    file is open in one process in any case. ``lease`` is after how many seconds without a sign of life
    PostgreSQL ends the session; None for as many as a statement on whole tables may take.

    Raises:
        StoreError: it cannot be opened or written, another bot has it, or a newer bot wrote it.
    """
    database: Database
    if isinstance(place, Path):
        database = await open_sqlite(place, create=create)
    else:
        from bot.database.postgres import open_postgres  # noqa: PLC0415  (the driver is loaded only if used)

        database = await open_postgres(place, create=create, alone=alone, lease=lease)
    try:
        if test:
            await Remembered(database).test_writing()
    except BaseException:
        await database.close()
        raise
    return database
