"""Opening the store: the one place that knows which database it is."""

from __future__ import annotations

from pathlib import Path

from bot.store.sqlite import open_sqlite
from bot.store.store import SqlStore


async def open_store(path: Path, *, read_only: bool = False) -> SqlStore:
    """Open a database file, made and brought up to date if need be, for this process alone.

    With ``read_only`` it must be there and up to date, and a bot may be using it.

    Raises:
        StoreError: it cannot be opened or written, another bot has it, or a newer bot wrote it.
    """
    store = SqlStore(await open_sqlite(path, read_only=read_only))
    try:
        if not read_only:
            await store.test_writing()
    except BaseException:
        await store.close()
        raise
    return store
