"""A process that is killed has lost nothing it acknowledged, and has stored nothing in part."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

from bot.store.opening import open_store
from bot.store.place import Place
from tests.postgres import PostgresServer
from tests.store.samples import entries, new_table

ROOT = Path(__file__).parents[2]
KILLS = 15
ROUND = 5
"""Entries of one round of the appender: 1, 3, and 1 with the table."""


async def append_and_be_killed(place: Place, table_id: int, first: int, lines: int) -> int:
    """Run an appender, kill it after so many lines, and give the last revision it acknowledged."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.store.appender", text_of(place), str(table_id), str(first)),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout is not None
    acknowledged = [int(await process.stdout.readline()) for _ in range(lines)]
    process.kill()
    acknowledged += [
        int(line) for line in (await process.stdout.read()).splitlines(keepends=True) if line[-1:] == b"\n"
    ]
    await process.wait()
    return acknowledged[-1]


def text_of(place: Place) -> str:
    """A place as one names it."""
    return str(place) if isinstance(place, Path) else place.get_secret_value()


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_a_killed_process_loses_nothing_it_acknowledged(path: Path) -> None:
    await append_and_check(path)


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_nor_does_one_that_writes_to_a_server(postgres: PostgresServer, empty: str) -> None:
    await append_and_check(postgres.address(empty))


async def append_and_check(place: Place) -> None:
    """Let a process append and be killed, many times over, and check what is stored after each."""
    chance = random.Random(14)
    store = await open_store(place)
    table_id = (await new_table(store)).id
    await store.close()
    first = 1
    for _ in range(KILLS):
        acknowledged = await append_and_be_killed(place, table_id, first, lines=chance.randint(1, 60))

        store = await open_store(place)
        log = await store.log(table_id)
        [table] = await store.open_tables()
        await store.close()
        last = log[-1].revision
        appended = (last - first + 1) % ROUND
        assert last >= acknowledged
        assert log == entries(*range(1, last + 1))
        assert appended in {0, 1, 4}, "part of an append was stored"
        if last - first + 1 >= ROUND:
            assert table.revision == last - appended + 1, "entry and table were not stored together"
        first = last + 1
