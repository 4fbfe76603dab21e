"""A club with a bot, five users and an empty channel."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.e2e.copies import simcord_copies_quickly
from tests.e2e.limits import check_words
from tests.e2e.players import Club, a_club
from tests.extensions import loaded_once


@pytest.fixture(scope="session", autouse=True)
def extensions_are_loaded_once() -> Iterator[None]:
    """Load the extensions once: with hundreds of bots, loading took a sixth of the time."""
    with loaded_once():
        yield


@pytest.fixture(scope="session", autouse=True)
def payloads_are_copied_quickly() -> Iterator[None]:
    """Copy what SimCord sends and receives as JSON, without ``deepcopy``'s care for anything else."""
    with simcord_copies_quickly():
        yield


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """Ann, Bob, Cleo and Dan may play, Eve looks on; every delay is zero.

    At the end, all that was sent is read for codes.
    """
    async with a_club(tmp_path) as club:
        yield club
        check_words(club)
