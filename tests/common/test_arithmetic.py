"""A large season table computed in slices in a worker process equals the one computed in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.common.arithmetic import Arithmetic, at_once
from bot.database.database import Database
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from bot.league.ledger import LedgerUpdate
from bot.league.standings_pages import Standings
from tests.database.ledgers import Hand, new_season, play, result_of

PEOPLE = tuple(range(5001, 5031))


@pytest.fixture
async def arithmetic() -> AsyncIterator[Arithmetic]:
    process = Arithmetic()
    yield process
    await process.close()


async def season_of(database: Database) -> int:
    """Matches of thirty players, many with equal results."""
    _, season = await new_season(database, *((one,) for one in PEOPLE))
    for number in range(0, len(PEOPLE) - 3, 2):
        results = result_of(PEOPLE[number : number + 4], (Hand(number % 4, 100, (120, 60)),), 1.7e9 + number)
        await play(database, results, season_id=season.id)
    return season.id


async def test_table_of_sums_made_in_a_process_is_the_same(arithmetic: Arithmetic) -> None:
    tables = []
    for ask in (at_once, arithmetic.ask):
        database = await open_database(IN_MEMORY)
        season_id = await season_of(database)
        await LedgerUpdate(database, ask).finish()
        tables.append(await Standings(database).page(season_id, size=100))
        await database.close()

    assert tables[0] == tables[1]
    assert len(tables[0].lines) == len(PEOPLE)
    assert await asyncio.wait_for(arithmetic.ask(max, 1, 2), timeout=30) == 2
