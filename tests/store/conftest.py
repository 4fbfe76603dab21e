"""Both stores, and a SQLite file of one's own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.memory import MemoryStore
from bot.store.protocol import Store
from bot.store.sqlite import SqliteStore, open_sqlite


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rookery.sqlite3"


@pytest.fixture
async def sqlite(path: Path) -> AsyncIterator[SqliteStore]:
    store = await open_sqlite(path)
    yield store
    await store.close()


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Store]:
    """Each implementation in turn: the same tests hold for both."""
    store: Store = MemoryStore() if request.param == "memory" else await open_sqlite(path)
    yield store
    await store.close()
