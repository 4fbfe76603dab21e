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

    With ``create=False`` it must exist already. With ``alone`` no other process may have it open; a SQLite
    file is open in one process in any case. ``lease`` is after how many seconds without a sign of life
    PostgreSQL ends the session; None for as many as a statement on whole tables may take.

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
