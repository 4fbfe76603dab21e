"""A manager on a store in memory that is run in the loop itself."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.store import SqlStore
from bot.table.manager import GameManager
from tests.bot.in_loop import InLoop


@pytest.fixture
async def store() -> AsyncIterator[SqlStore]:
    store = InLoop().store()
    yield store
    await store.close()


@pytest.fixture
async def manager(store: SqlStore) -> AsyncIterator[GameManager]:
    manager = GameManager(store, random=Random(5))
    yield manager
    await manager.close()
