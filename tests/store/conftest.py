"""Every database in turn, and a SQLite file of one's own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.opening import open_store
from bot.store.sqlite import IN_MEMORY
from bot.store.store import SqlStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rookery.sqlite3"


@pytest.fixture
async def sqlite(path: Path) -> AsyncIterator[SqlStore]:
    store = await open_store(path)
    yield store
    await store.close()


@pytest.fixture(params=["memory", "file"])
async def store(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[SqlStore]:
    """The same tests hold wherever it is stored."""
    store = await open_store(IN_MEMORY if request.param == "memory" else path)
    yield store
    await store.close()
