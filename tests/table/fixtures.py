"""Fixtures: a manager on a SQLite file of its own, and a clock that stands still."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.table.manager import GameManager
from tests.table.stage import Stage, Thinkers
from tests.table.standing_time import StandingTime
from tests.table.troubled import TroubledDatabase, open_troubled


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rookery.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[TroubledDatabase]:
    database = await open_troubled(path)
    yield database
    await database.close()


@pytest.fixture
async def manager(database: TroubledDatabase) -> AsyncIterator[GameManager]:
    manager = GameManager(database, random=Random(5))
    yield manager
    database.gate.set()
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
