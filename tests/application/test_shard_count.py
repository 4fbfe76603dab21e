"""The number of shards: the owner's, the stored one, or what Discord recommends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database.opening import open_database
from bot.delivery.card_faces import OutOfReach
from bot.maintenance.upkeep import Upkeep
from bot.shard_count import agree_on_shards


@pytest.fixture
async def upkeep(path: Path) -> AsyncIterator[Upkeep]:
    database = await open_database(path)
    yield Upkeep(database)
    await database.close()


async def agreed(upkeep: Upkeep, *, wanted: int | None = None, recommended: int | None = None) -> int:
    """The number of shards; Discord cannot be asked if it recommends None."""

    async def ask() -> int:
        if recommended is None:
            raise OutOfReach("500")
        return recommended

    return await agree_on_shards(upkeep, wanted, ask)


async def test_first_number_is_what_discord_recommends(upkeep: Upkeep) -> None:
    assert await agreed(upkeep, recommended=3) == 3
    assert await upkeep.shard_count() == 3


async def test_stored_number_counts_though_discord_recommends_more(upkeep: Upkeep) -> None:
    await agreed(upkeep, recommended=3)
    assert await agreed(upkeep, recommended=6) == 3
    assert await agreed(upkeep, recommended=1) == 3


async def test_number_grows_before_discord_demands_it(upkeep: Upkeep) -> None:
    await agreed(upkeep, recommended=3)
    assert await agreed(upkeep, recommended=7) == 7
    assert await upkeep.shard_count() == 7


async def test_owners_number_counts_and_stays(upkeep: Upkeep) -> None:
    await agreed(upkeep, recommended=3)
    assert await agreed(upkeep, wanted=2, recommended=9) == 2
    assert await agreed(upkeep, recommended=4) == 2


async def test_stored_number_counts_while_discord_is_out_of_reach(upkeep: Upkeep) -> None:
    assert await agreed(upkeep) == 1
    await agreed(upkeep, wanted=4)
    assert await agreed(upkeep) == 4


async def test_discord_is_asked_again_once_the_stored_number_was_refused(upkeep: Upkeep) -> None:
    await agreed(upkeep, wanted=2)
    await upkeep.note_shard_count(None)
    assert await agreed(upkeep, recommended=3) == 3
