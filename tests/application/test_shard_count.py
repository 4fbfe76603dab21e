"""The number of shards: the owner's, the stored one, or what Discord recommends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database.database import Database
from bot.database.opening import open_database
from bot.delivery.card_faces import OutOfReach
from bot.maintenance.upkeep import Upkeep
from bot.shard_count import agree_on_shards


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await open_database(path)
    yield opened
    await opened.close()


async def agreed(database: Database, *, wanted: int | None = None, recommended: int | None = None) -> int:
    """The number of shards; Discord cannot be asked if it recommends None."""

    async def ask() -> int:
        if recommended is None:
            raise OutOfReach("500")
        return recommended

    return await agree_on_shards(database, wanted, ask)


async def test_first_number_is_what_discord_recommends(database: Database) -> None:
    assert await agreed(database, recommended=3) == 3
    assert await Upkeep(database).shard_count() == 3


async def test_stored_number_counts_though_discord_recommends_more(database: Database) -> None:
    await agreed(database, recommended=3)
    assert await agreed(database, recommended=6) == 3
    assert await agreed(database, recommended=1) == 3


async def test_number_grows_before_discord_demands_it(database: Database) -> None:
    await agreed(database, recommended=3)
    assert await agreed(database, recommended=7) == 7
    assert await Upkeep(database).shard_count() == 7


async def test_owners_number_counts_and_stays(database: Database) -> None:
    await agreed(database, recommended=3)
    assert await agreed(database, wanted=2, recommended=9) == 2
    assert await agreed(database, recommended=4) == 2


async def test_stored_number_counts_while_discord_is_out_of_reach(database: Database) -> None:
    assert await agreed(database) == 1
    await agreed(database, wanted=4)
    assert await agreed(database) == 4


async def test_discord_is_asked_again_once_the_stored_number_was_refused(database: Database) -> None:
    await agreed(database, wanted=2)
    await Upkeep(database).note_shard_count(None)
    assert await agreed(database, recommended=3) == 3
