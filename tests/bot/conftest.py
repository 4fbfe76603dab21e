"""A manager on a SQLite file of one's own, and a clock that stands still."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.table.manager import GameManager
from tests.bot.stage import Stage, Thinkers
from tests.bot.standing_time import StandingTime
from tests.bot.stores import TroubledStore, open_troubled


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rookery.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[TroubledStore]:
    store = await open_troubled(path)
    yield store
    await store.close()


@pytest.fixture
async def manager(store: TroubledStore) -> AsyncIterator[GameManager]:
    manager = GameManager(store, random=Random(5))
    yield manager
    store.gate.set()
    await manager.close()


@pytest.fixture
async def time() -> StandingTime:
    return StandingTime()


@pytest.fixture
async def computers() -> Thinkers:
    return Thinkers()


@pytest.fixture
def stage(path: Path, time: StandingTime, computers: Thinkers) -> Stage:
    return Stage(path, time, computers)
