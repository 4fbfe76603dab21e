"""Fixtures: each database in turn, and a SQLite file for one test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database import postgres_session
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
    """An open database of each kind in turn."""
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
    """Name of a migrated database without rows."""
    async with postgres.ready() as name:
        yield name


@pytest.fixture
async def empty(postgres: PostgresServer) -> AsyncIterator[str]:
    """Name of a database without a table."""
    async with postgres.database() as name:
        yield name


@pytest.fixture
async def server(postgres: PostgresServer, name: str) -> AsyncIterator[Database]:
    """An open store in a database of a server."""
    database = await open_database(postgres.address(name))
    yield database
    await database.close()


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short waits for locks."""
    short = postgres_session.SESSION.replace(f"{postgres_session.LOCK_SECONDS}s", "0.2s")
    monkeypatch.setattr(postgres_session, "SESSION", short)
    monkeypatch.setattr(postgres_session, "LOCK_SECONDS", 0.2)
