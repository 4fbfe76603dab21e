"""A club with a bot, five people and an empty channel."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.e2e.players import Club, a_club
from tests.extensions import loaded_once


@pytest.fixture(scope="session", autouse=True)
def extensions_are_loaded_once() -> Iterator[None]:
    """Hundreds of bots are started: a sixth of the time went into the code of the same extensions."""
    with loaded_once():
        yield


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """Ann, Bob, Cleo and Dan may play, Eve looks on; nothing takes time."""
    async with a_club(tmp_path) as club:
        yield club
