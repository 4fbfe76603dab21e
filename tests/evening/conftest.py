"""An in-memory store that runs in the event loop itself, and evenings on it."""

from collections.abc import AsyncIterator

import pytest

from bot.database.database import Database
from tests.evening.party import Party, a_party
from tests.table.in_loop import InLoop


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    database = InLoop().database()
    yield database
    await database.close()


@pytest.fixture
async def party(database: Database) -> AsyncIterator[Party]:
    async with a_party(database) as party:
        yield party
