"""A process killed while matches end leaves a book that is complete, and holds nothing twice."""

from __future__ import annotations

import asyncio
import os
import random
import sys
from pathlib import Path

import pytest

from bot.store.opening import open_store
from bot.store.place import Place
from bot.store.store import SqlStore
from tests.postgres import PostgresServer
from tests.store.books import book_of, new_season
from tests.store.match_ender import PEOPLE
from tests.store.test_book import contents
from tests.store.test_kill import ROOT, text_of

KILLS = int(os.environ.get("ROOKERY_KILLS", "20")) // 2
"""For each kind of database."""


async def end_and_be_killed(place: Place, seed: int, lines: int, pause: float) -> set[int]:
    """Run a process, kill it a moment after so many matches; gives those it had acknowledged."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.store.match_ender", text_of(place), str(seed)),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout is not None
    said = [await process.stdout.readline() for _ in range(lines)]
    await asyncio.sleep(pause)  # the moment of the kill: anywhere in what is stored for a match
    process.kill()
    said += [line for line in (await process.stdout.read()).splitlines(keepends=True) if line[-1:] == b"\n"]
    await process.wait()
    return {int(line) for line in said}


async def check(store: SqlStore, acknowledged: set[int]) -> None:
    """Once the book has caught up, it is what it is when it is made anew from all results."""
    book = book_of(store)
    await book.catch_up()
    found = await contents(store)
    assert acknowledged <= {int(str(row[0])) for row in found["booked_matches"]}
    assert len(found["season_lines"]) == len(PEOPLE)
    await store.begin_anew()
    await book.catch_up()
    assert await contents(store) == found


async def end_and_check(place: Place) -> None:
    chance = random.Random(14)
    store = await open_store(place)
    await new_season(store, *((one,) for one in PEOPLE))
    await store.close()
    acknowledged = set[int]()
    for seed in range(KILLS):
        acknowledged |= await end_and_be_killed(place, seed, chance.randint(1, 4), chance.random() / 50)
        store = await open_store(place)
        if seed % 5 == 4 or seed == KILLS - 1:
            await check(store, acknowledged)
        await store.close()
    assert len(acknowledged) >= KILLS


@pytest.mark.slow
@pytest.mark.timeout(60 + 10 * KILLS)
async def test_in_a_file(path: Path) -> None:
    await end_and_check(path)


@pytest.mark.slow
@pytest.mark.timeout(60 + 10 * KILLS)
async def test_on_a_server(postgres: PostgresServer, empty: str) -> None:
    await end_and_check(postgres.address(empty))
