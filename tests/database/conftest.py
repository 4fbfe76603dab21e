"""Every database in turn, and a SQLite file of one's own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database import postgres as driver
from bot.database.database import Database
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from tests.postgres import PostgresServer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rookery.sqlite3"


@pytest.fixture
async def sqlite(path: Path) -> AsyncIterator[Database]:
    database = await open_database(path)
    yield database
    await database.close()


@pytest.fixture(params=["memory", "file", "postgres"])
async def database(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Database]:
    """The same tests hold wherever it is stored."""
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        async with server.ready() as name:
            database = await open_database(server.address(name))
            yield database
            await database.close()
    else:
        database = await open_database(IN_MEMORY if request.param == "memory" else path)
        yield database
        await database.close()


@pytest.fixture
async def name(postgres: PostgresServer) -> AsyncIterator[str]:
    """A database that is up to date and holds nothing."""
    async with postgres.ready() as name:
        yield name


@pytest.fixture
async def empty(postgres: PostgresServer) -> AsyncIterator[str]:
    """A database without a table."""
    async with postgres.database() as name:
        yield name


@pytest.fixture
async def server(postgres: PostgresServer, name: str) -> AsyncIterator[Database]:
    """A store in a database of a server."""
    database = await open_database(postgres.address(name))
    yield database
    await database.close()


@pytest.fixture
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a lock waits for a moment only, and tries to connect again at once."""
    monkeypatch.setattr(driver, "SESSION", driver.SESSION.replace(f"{driver.LOCK_SECONDS}s", "0.2s"))
    monkeypatch.setattr(driver, "PAUSE_SECONDS", 0.0)
