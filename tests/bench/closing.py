"""A season of 5,000 matches is closed: how long everything else on the event loop waits meanwhile."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bot.loop import collect_seldom, new_runner
from bot.services.arithmetic import Arithmetic
from bot.services.book import Bookkeeper
from bot.services.leagues import Leagues
from bot.store.opening import open_store
from bot.store.store import SqlStore
from tests.bench.delays import delays_during, p99
from tests.bench.long_past import DEALS_A_MATCH, SEASON, make
from tests.bench.measure import Figure
from tests.store.books import HOST

MATCHES: Final = 5000
ROUNDS: Final = 2
BOUND: Final = 2.0


def closing() -> list[Figure]:
    """Measure delays on the loop while seasons are closed, and in between, when nothing happens."""
    with TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder, new_runner() as runner:
        season = Path(folder) / "season.sqlite3"
        runner.run(make(season, MATCHES * DEALS_A_MATCH))
        return runner.run(_measure(season))


async def _measure(season: Path) -> list[Figure]:
    collect_seldom()
    idle, busy, took = list[float](), list[float](), list[float]()
    for number in range(ROUNDS):
        path = season.with_stem(f"season-{number}")
        shutil.copy(season, path)
        store, arithmetic = await open_store(path), Arithmetic()
        try:
            began = perf_counter()
            busy += await delays_during(_close(store, arithmetic))
            took.append(perf_counter() - began)
            idle += await delays_during(asyncio.sleep(took[-1]))
        finally:
            await arithmetic.close()
            await store.close()
    ours, baseline = (p99(delays) for delays in (busy, idle))
    told = f"{ours * 1e3:.2f} ms, {max(busy) * 1e3:.1f} ms at most, closed in {max(took):.1f} s"
    name = f"p99 delay on the loop while a season of {MATCHES:,} matches is closed"
    return [Figure(name, told, f"{baseline * 1e3:.2f} ms idle", ours / baseline, BOUND)]


async def _close(store: SqlStore, arithmetic: Arithmetic) -> None:
    leagues, book = Leagues(store), Bookkeeper(store, arithmetic.ask)
    season = await store.season(SEASON)
    league = None if season is None else await store.league(season.league_id)
    assert season is not None
    assert league is not None
    assert await leagues.close(league, season, HOST)
    await book.catch_up()
    assert await store.is_final(SEASON)
