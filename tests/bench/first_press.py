"""The first press after a start: ten thousand stored matches against one, both in processes of their own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from bot.app import open_app
from bot.common.settings import Settings
from tests.bench.measure import Figure, interleaved
from tests.bench.stored import ACTIONS, store_matches
from tests.inline import InlineComputers

MANY = 10_000
ROUNDS = 3


def first_press() -> list[Figure]:
    """Measure from the start of the process until the first press is stored and answered."""
    with TemporaryDirectory() as folder:
        many, one = Path(folder) / "many.sqlite3", Path(folder) / "one.sqlite3"
        asyncio.run(store_matches(many, MANY, ACTIONS))
        asyncio.run(store_matches(one, 1, ACTIONS))
        pair = interleaved(lambda: _seconds_to_press(many), lambda: _seconds_to_press(one), rounds=ROUNDS)
    return [
        Figure(
            f"first press with {MANY:,} matches of {ACTIONS} actions stored",
            f"{pair.ours:.2f} s",
            f"{pair.baseline:.2f} s with one",
            pair.ratio,
            2.0,
        )
    ]


def _seconds_to_press(path: Path) -> float:
    began = perf_counter()
    subprocess.run([sys.executable, "-m", "tests.bench.first_press", str(path)], check=True)
    return perf_counter() - began


async def press(path: Path) -> None:
    """Start the application on a database, and answer for a player who is asked at the first table."""
    settings = Settings(database=path, turn_limit=0, remind_after=0)
    async with open_app(settings, computers=InlineComputers()) as app:
        table = await app.tables.reading.shown(1)
        user_id = table.seats[table.turn.waiting_for[0]].user_id
        assert user_id is not None
        decision = (await app.tables.reading.hand(1, user_id)).view.decision
        assert decision is not None
        await app.tables.play.act(1, user_id, decision.sample(Random(1)))


if __name__ == "__main__":
    asyncio.run(press(Path(sys.argv[1])))
