"""A manager with a store in memory that runs on the loop itself."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.database.database import Database
from bot.table.manager import GameManager
from tests.table.in_loop import InLoop


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    database = InLoop().database()
    yield database
    await database.close()


@pytest.fixture
async def manager(database: Database) -> AsyncIterator[GameManager]:
    manager = GameManager(database, random=Random(5))
    yield manager
    await manager.close()
