"""A club with a bot, five people and an empty channel."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.players import Club, a_club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """Ann, Bob, Cleo and Dan may play, Eve looks on; nothing takes time."""
    async with a_club(tmp_path) as club:
        yield club
