"""A store in memory that is run in the loop itself, and evenings on it."""

from collections.abc import AsyncIterator

import pytest

from bot.store import SqlStore
from tests.bot.in_loop import InLoop
from tests.evenings.party import Party, a_party


@pytest.fixture
async def store() -> AsyncIterator[SqlStore]:
    store = InLoop().store()
    yield store
    await store.close()


@pytest.fixture
async def party(store: SqlStore) -> AsyncIterator[Party]:
    async with a_party(store) as party:
        yield party
